import type { CheckContext, PendingFinding } from '../check.ts';
import { isAdministration } from '../fact-index.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import { fill, findingAt } from '../message.ts';
import { areNested } from '../places.ts';
import { readsIn } from './explained-reads.ts';
import { ownShapes } from './needs.ts';
import { lostBy, ownName } from './options.ts';
import type { PropertyRule } from './options.ts';

/** Projects with a URL of the API, in which no request to it was found. */
const unansweredProjects = ({ view, settings: { projectOf } }: CheckContext): readonly string[] => {
  const bases = view.links.filter(
    ({ url, located }) => url.origin === 'authored' && isAdministration(located),
  );
  if (bases.length === 0) return [];
  const calling = view.calls.flatMap(({ request, located }) =>
    located.some(isAdministration) ? [projectOf(request.file)] : [],
  );
  return [...new Set(bases.map(({ url }) => projectOf(url.file)))].filter(
    (project) => !calling.some((other) => areNested(other, project)),
  );
};

/** Reads of removed properties in projects whose requests were not found: the responses may come there. */
export const readsBesideBase = (rule: PropertyRule, context: CheckContext): readonly PendingFinding[] => {
  const { options } = rule;
  const telling = new Set(options.telling);
  if (!factsOfKind(context.facts, 'name').some(({ name }) => telling.has(name))) return [];
  const projects = unansweredProjects(context);
  const isOwn = ownShapes(context);
  const reads = readsIn(options, context).filter(
    (need) =>
      telling.has(need.name) &&
      need.inText !== true &&
      !isOwn(need) &&
      projects.some((project) => areNested(context.settings.projectOf(need.note.file), project)),
  );
  return reads.flatMap(({ name, note }): readonly PendingFinding[] => {
    const property = lostBy(name, options);
    if (property === undefined) return [];
    const { replacement, read = '' } = property;
    const data = { property: ownName(property), replacement, version: options.version };
    const finding = findingAt(rule, note, {
      data,
      message: fill(rule.message, { ...data, advice: read }),
      anchor: `read ${name}`,
      certainty: 'likely',
    });
    return [{ finding, part: 'alone', requests: [] }];
  });
};
