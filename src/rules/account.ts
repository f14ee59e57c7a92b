import type { Finding, Place, SilenceReason } from '../model/index.ts';

/** Fate of a text that can be a URL of the legacy API. */
export type AccountFate =
  | { readonly kind: 'finding'; readonly finding: Finding }
  | { readonly kind: 'silenced'; readonly by: SilenceReason }
  | { readonly kind: 'failed' }
  | { readonly kind: 'unread'; readonly why: string };

/** Text and its fate: one row of the ledger. */
export type Account = Place & AccountFate;
