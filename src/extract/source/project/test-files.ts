/** True for test files, by name. */
export const isTest = (path: string): boolean =>
  /(?:^|\/)(?:__tests__|__mocks__|tests?|spec|e2e)\/|\.(?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$/.test(
    path,
  );
