import type { Reshape } from '../rules/checks/check.ts';
import type { ObjectTree } from '../model/index.ts';
import { shapeOf } from '../payload/from-tree.ts';
import { loadSteps } from '../payload/mapping.ts';
import { reshape } from '../payload/reshape.ts';
import { fitsSome } from '../payload/validate.ts';

/**
 * Loads what restructures payloads: mappings and validators, which a run that finds no payload
 * never needs. `read` reads a file of the package by its path relative to the package's root.
 */
export const loadReshape = async (read: (relativePath: string) => string): Promise<Reshape> => {
  const { payloadValidators: validators } = await import('../generated/payload-validators.ts');
  const steps = loadSteps(read);
  return Object.assign(
    (...[tree, text, use, target]: Parameters<Reshape>) =>
      reshape(tree, text, { use, target, steps, validators }),
    { fits: (tree: ObjectTree, text: string) => fitsSome(shapeOf(tree, text), validators) },
  );
};
