import type { Reshape } from './checks/check.ts';
import { loadSteps } from './payload/mapping.ts';
import { reshape } from './payload/reshape.ts';

/**
 * Loads what restructures payloads: mappings and validators, which a run that finds no payload
 * never needs. `read` reads a file of the package by its path relative to the package's root.
 */
export const loadReshape = async (read: (relativePath: string) => string): Promise<Reshape> => {
  const { payloadValidators: validators } = await import('./generated/payload-validators.ts');
  const steps = loadSteps(read);
  return (tree, text, use, target) => reshape(tree, text, { use, target, steps, validators });
};
