/** Members beside a path in a table of routes. */
const SERVES =
  /^(?:handler|handle|handlers|component|element|loader|controller|render|action|lazy|children)$/;

/** True for a route table member that names a handler. */
export const mayServe = (name: string): boolean => SERVES.test(name);
