/** True for test files, by name. */
export const isTest = (path: string): boolean =>
  /(?:^|\/)(?:__tests__|__mocks__|tests?|spec|e2e)\/|\.(?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$|_test\.go$|_(?:spec|test)\.(?:rb|lua)$|[^/]Tests?\.(?:java|kt|cs|php)$/.test(
    path,
  );
