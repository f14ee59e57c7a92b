import type { Note, Place } from '../../model/index.ts';

/** Why a fix is not safe: which part of the proof is missing. One sentence each, about the place that a note names. */
export const REASONS = {
  presumed: (callee: string) =>
    `What ${callee}() does cannot be seen: only the looks of the call say that it sends a request.`,
  sharedHeader:
    'This request goes elsewhere, or may go elsewhere, and would get the header too: its headers come from the same place.',
  underCondition: (header: string) =>
    `${header} is written under a condition here: what is sent where it does not hold, a person has to say.`,
  sentAlready:
    'This request, which the test is about, does not lack the header: the test may be right as it is.',
  otherUse: (name: string | undefined, why: string) =>
    `${name === undefined ? 'The text' : `\`${name}\``} is also used here ${why}: nothing tells what becomes of it.`,
  sentElsewhere: (name: string | undefined, why: string) =>
    `${name === undefined ? 'The text' : `\`${name}\``} is also sent here ${why} that goes elsewhere, and must not change there: give the two texts of their own.`,
  contested: 'This address is built on the same text, and must not change with it.',
  noRequest:
    'No request that is built on this address is seen, so that nobody can tell whether its version header is sent.',
  unseen: (callee: string) =>
    `The address is given to ${callee}(), which cannot be looked into: nobody can tell whether it sends the version header.`,
  noCall: 'No request to this endpoint is seen: the text may be used for something else.',
  otherWord: (given: string, wanted: string) =>
    `${given} is not ${wanted} in another letter case: something else may be meant.`,
  notOwn: 'This text stands outside of the sending call: other calls may use it.',
  noVersion: (type: string) => `${type} names no version that is known: another one may be meant.`,
  otherAnswers: 'The same comparison may be made for answers of other services.',
  brokenFile: 'The file does not parse: nobody can say what its code means.',
  unidentified: 'Nothing tells for sure which operation this payload is sent to.',
  sharedBody: 'Another request sends the same text as something else, or to another version.',
  olderVersion: (version: string) =>
    `The request names an older version: what it sends is right until it asks for ${version}.`,
  readBody:
    'Other code takes from the same object what would change: change both, or give the request an object of its own.',
  unexplainedRead: (name: string) =>
    `${name} is read here, from what may be a response that leaves the code which is followed: it is gone once the request moves.`,
  demanded: (name: string) =>
    `This validator demands ${name}, which responses do not have once the request moves.`,
  unseenBody:
    'What this request sends cannot be seen in full: it may be of the legacy shape, which the versioned API refuses.',
  unseenValue: 'The value cannot be seen: under its new name it has to be of another shape.',
  inexactRead: (to: string) => `${to} is not the same in every case.`,
  likelyRead: 'Nothing tells for sure that this is read from an answer of the API.',
  mixedRead: 'The same code also reads what is no answer of the API, or not as it came.',
  mockedRead: 'A mock in the same test answers with the legacy property.',
  mockedElsewhere: (name: string) =>
    `This mock answers with ${name}: a test of the code that reads what takes its place would fail until the mock changes too.`,
  heldType: (where: string) =>
    `Its type, declared ${where}, does not change with it: a type checker complains.`,
  optionalMember: 'The member may be absent: check what the compiler says of its readers.',
  otherNames: 'The name also stands here, where it is not seen what it belongs to.',
  noHeader: 'It cannot be seen whether this request sends a dated Accept on all paths, and no fix adds one.',
  refused:
    'This request will be refused once it moves: it sends no dated Accept, at least on one path, and no fix writes it there.',
  fixedUrl: 'The same requests are built on this address, which no fix changes.',
  goneEndpoint:
    'This request calls an endpoint that the versioned API does not have: it is answered 404 once its address moves.',
  openFinding: (rule: string) =>
    `${rule} here has no safe fix: once the request moves it is refused, or its answer misread, until this is changed by hand.`,
  disabledRule: (rule: string) => `${rule} on the same request is not mended: the rule is switched off.`,
} as const;

/** A reason at a place. */
export const because = ({ file, span }: Place, text: string): Note => ({ file, span, text });
