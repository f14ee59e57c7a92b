/** What stands beside a path in a table of routes. */
const SERVES =
  /^(?:handler|handle|handlers|component|element|loader|controller|render|action|lazy|children)$/;

/** True for a member of a table of routes that says what answers. */
export const mayServe = (name: string): boolean => SERVES.test(name);
