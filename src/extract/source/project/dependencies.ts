type Manifest = Readonly<Record<string, unknown>>;

const KINDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/** Packages that a `package.json` depends on; none where it does not parse. */
export const dependenciesIn = (text: string | undefined): readonly string[] => {
  try {
    const manifest = JSON.parse(text ?? '{}') as Manifest | null;
    return KINDS.flatMap((kind) => Object.keys((manifest?.[kind] ?? {}) as Manifest));
  } catch {
    return [];
  }
};
