// Runs the steps of a driver, one after the other, and prints what came of each as one line of JSON.

/** The status that a failure tells of, or what it says. */
const reasonOf = (error) => {
  const text = String(error?.response?.status ?? error?.response?.statusCode ?? error?.message ?? error);
  return /\b[45]\d\d\b/.exec(text)?.[0] ?? text;
};

/** Prints `{ step: { value } | { error } }`. */
export const runSteps = async (steps) => {
  const results = {};
  for (const [name, step] of Object.entries(steps)) {
    try {
      results[name] = { value: (await step()) ?? null };
    } catch (error) {
      results[name] = { error: reasonOf(error) };
    }
  }
  process.stdout.write(`${JSON.stringify(results)}\n`);
};

/** A module of the client, whose folder is the working directory. */
export const load = (path) => import(new URL(path, `file://${process.cwd()}/`).href);

/** Throws where a value is not there. */
export const given = (value) => {
  if (value === undefined || value === null) throw new Error('nothing came back');
  return value;
};
