import { entriesOf, flatten, isInside } from '../../../model/index.ts';
import type { Place, RequestFact } from '../../../model/index.ts';
import type { CheckContext } from '../check.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import type { ApiCall } from '../fact-index.ts';
import { NEEDS } from '../header-needs.ts';
import { vendorTypes } from '../media.ts';

const isWithin = (inner: string, outer: string): boolean =>
  inner === outer || outer === '' || inner.startsWith(`${outer}/`);

/** Places at which the version headers of a request are written. */
const ownTypes = ({ headers }: RequestFact): readonly Place[] =>
  entriesOf(headers, NEEDS.version.header).flatMap(({ values = [] }) =>
    values.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'known' ? [part.slot] : []))),
  );

const sendsOne = ({ headers }: RequestFact): boolean =>
  headers.entries.some(({ values = [] }) => values.some((value) => vendorTypes(flatten(value)).length > 0));

const isOurs = ({ located, foreign }: ApiCall): boolean => located.length > 0 && !foreign;

/** What the project of a place writes and sends of vendor media types. */
export class MediaTypes {
  private readonly context: CheckContext;
  private readonly written: readonly Place[];
  private readonly requests: readonly RequestFact[];
  /** Requests that are seen to go to the API and nowhere else: what they write they keep for themselves. */
  private readonly ours: readonly RequestFact[];

  constructor(context: CheckContext) {
    this.context = context;
    this.written = factsOfKind(context.facts, 'media-type');
    this.ours = context.view.calls.filter(isOurs).map(({ request }) => request);
    this.requests = factsOfKind(context.facts, 'request').filter(({ origin }) => origin !== 'recording');
  }

  /** True where one is written that no request seen is known to keep for itself: another one may send it. */
  isLoose(file: string, besides: RequestFact | undefined): boolean {
    const own = besides === undefined ? [] : ownTypes(besides);
    return this.written.some(
      (place) =>
        this.isNear(place.file, file) &&
        !own.some((slot) => isInside(place, slot)) &&
        !this.ours.some((request) => isInside(request, place)),
    );
  }

  /** True where a request of the same file sends one: it may be built on the base in a way that is not seen. */
  isBeside(file: string): boolean {
    return this.ours.some((request) => request.file === file && sendsOne(request));
  }

  /** True where one is written that requests may share: outside of a call that no function makes for others. */
  isShared(file: string): boolean {
    const alone = this.ours.filter(({ trail }) => trail.length === 0);
    return this.written.some(
      (place) => this.isNear(place.file, file) && !alone.some((request) => isInside(request, place)),
    );
  }

  /** True where one is written or sent at all. */
  isSent(file: string): boolean {
    return (
      this.isLoose(file, undefined) ||
      this.requests.some((request) => this.isNear(request.file, file) && sendsOne(request))
    );
  }

  /** True for files of one project, or of projects of which one lies in the other. */
  private isNear(a: string, b: string): boolean {
    const { projectOf } = this.context.settings;
    return isWithin(projectOf(a), projectOf(b)) || isWithin(projectOf(b), projectOf(a));
  }
}
