import { isKey } from './random.ts';

/** Mask that replaces what may be a credential. */
export const MASK = '•••';

type Replacement = string | ((all: string, ...groups: string[]) => string);

/** A shape that credentials have. */
export interface SecretShape {
  /** Issuer or kind of the credential. */
  readonly of: string;
  /** Patterns, each linear on any text: it begins where the character before cannot be part of it, or is bounded. */
  readonly pattern: RegExp;
  readonly replacement: Replacement;
}

const shape = (of: string, pattern: RegExp, replacement: Replacement = MASK): SecretShape => ({
  of,
  pattern,
  replacement,
});

/** A token that begins with letters of its issuer's own: `glpat-…`. */
const issued = (of: string, prefix: string, rest: string): SecretShape =>
  shape(of, new RegExp(`(?<![A-Za-z0-9])(?:${prefix})${rest}`, 'g'));

/** `Basic authentication` is a sentence; what has a digit or a sign in it, or begins like no word, is none. */
const isProse = (word: string): boolean => /^[A-Z]?[a-z]/.test(word) && !/[\d+/=_]/.test(word);

/** True where a word is between two signs: `/groups/`. */
const hasWord = (run: string): boolean => run.split(/[+/=]/).some((part) => /^[A-Z]?[a-z]{3,}$/.test(part));

const WORD = String.raw`[\w-]+`;

/**
 * Patterns that only match credentials, in any position: in texts, names of files and members, and words of a
 * shell. One row per issuer.
 */
export const CREDENTIALS: readonly SecretShape[] = [
  shape('private key', /-----BEGIN [A-Z ]+-----[^]*?(?:-----END [A-Z ]+-----|$)/g),
  shape('user of a URL', /:\/\/[^\s/'"`]*@/g, `://${MASK}@`),
  shape(
    'user and password of a URL',
    /:\/\/[^\s/'"`@:]{1,256}:(?!\d{1,5}\/)[^\s'"`]{1,256}@/g,
    `://${MASK}@`,
  ),
  shape(
    'Authorization header',
    /\b(Bearer|Basic|Digest|Token)\s+(?![$•])([^\s'"`,;]{4,})/g,
    (all, scheme, value) => (isProse(value!) ? all : `${scheme} ${MASK}`),
  ),
  shape('JSON Web Token', /(?<![A-Za-z0-9])eyJ[\w-]+(?:\.[\w-]+)*/g),
  issued('Atlas service account', 'mdb_sa_[a-z]+_', WORD),
  issued('AWS access key', 'AKIA|ASIA|ABIA|ACCA', WORD),
  issued('Azure client secret', String.raw`[A-Za-z0-9_~.]{3}\dQ~`, String.raw`[A-Za-z0-9_~.-]{20,}`),
  shape(
    'Azure storage key',
    /\b(AccountKey|SharedAccessKey|SharedAccessSignature|sig)=(?![$•{])[A-Za-z0-9+/%]{20,}={0,2}/g,
    `$1=${MASK}`,
  ),
  issued('Google API key', 'AIza|GOCSPX-', WORD),
  issued('Google access token', String.raw`ya29\.`, String.raw`[\w.-]+`),
  issued('GitHub', 'gh[pousr]_|github_pat_', WORD),
  issued('GitLab', 'gl(?:pat|dt|rt|rtr|cbt|ptt|oas|soat|ffct|imt|agent|wt)-|GR1348941', WORD),
  issued('npm', 'npm_', '[A-Za-z0-9]{20,}'),
  issued('PyPI', 'pypi-', String.raw`[\w-]{16,}`),
  issued('Docker Hub', 'dckr_(?:pat|oat)_', WORD),
  issued('Docker Swarm', 'SWMTKN-', WORD),
  issued('Heroku', 'HRKU-', WORD),
  issued('Resend', 're_(?=[A-Za-z]*[0-9][A-Za-z0-9]*[A-Z]|[A-Z]+[a-z]*[0-9])', String.raw`[\w]{16,}`),
  issued('HashiCorp Vault', String.raw`hv[sbr]\.|s\.(?=[A-Za-z0-9]{24}(?![\w.]))`, String.raw`[\w-]{16,}`),
  shape('HCP Terraform', /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w-]{20,}/g),
  issued('Stripe', '(?:sk|rk|pk)_(?:live|test|prod)_|whsec_', '[A-Za-z0-9]+'),
  issued('Slack', 'xox[a-z]-|xapp-', WORD),
  issued('Twilio', '(?:SK|AC)(?=[0-9a-f]{32}(?![0-9a-z]))', '[0-9a-f]{32}'),
  issued('SendGrid', String.raw`SG\.`, String.raw`[\w-]{8,}\.[\w-]{8,}`),
  issued('Mailgun', 'key-(?=[0-9a-f]{32}(?![0-9a-z]))', '[0-9a-f]{32}'),
  issued('model providers', 'sk-|hf_(?=[A-Za-z]{30})', WORD),
  issued('DigitalOcean', 'do[opr]_v1_', WORD),
  issued('Databricks', 'dapi(?=[0-9a-f]{32})', WORD),
  issued('Atlassian', 'ATATT3x|ATCTT3x', String.raw`[\w=-]+`),
  issued('Shopify', 'shp(?:at|ca|pa|ss)_', WORD),
  issued('Square', 'sq0[a-z]{3}-', WORD),
  issued('Grafana', 'glsa_|glc_', String.raw`[\w+/=-]{16,}`),
  issued('New Relic', 'NRAK-|NRJS-', WORD),
  issued('Sentry', 'sntry[su]_', String.raw`[\w+/=-]+`),
  issued('Doppler', String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.`, '[A-Za-z0-9]+'),
  issued('Postman', 'PMAK-', WORD),
  issued('Linear', 'lin_api_', WORD),
  issued('age', 'AGE-SECRET-KEY-1', '[A-Z0-9]+'),
  shape('Telegram bot', /(?<!\d)\d{8,10}:AA[\w-]{30,}/g),
  shape(
    'webhook of Slack',
    /(hooks\.slack\.com\/(?:services|workflows|triggers)\/)[^\s'"`?#]+/g,
    `$1${MASK}`,
  ),
  shape('webhook of Discord', /(discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/)[^\s'"`?#]+/g, `$1${MASK}`),
  shape('webhook of Teams', /(webhook\.office\.com\/webhookb2\/)[^\s'"`?#]+/g, `$1${MASK}`),
  shape('webhook of Zapier', /(hooks\.zapier\.com\/hooks\/catch\/)[^\s'"`?#]+/g, `$1${MASK}`),
  shape(
    'webhook of another kind',
    /(\/web-?hooks?\/(?:[\w-]{1,40}\/){0,3})(?=[\w-]{0,80}\d)[\w-]{16,}/gi,
    `$1${MASK}`,
  ),
  // Most issuers: whatever precedes it, the rest is drawn from letters and digits.
  shape('random word', /[A-Za-z0-9]{24,}/g, (run) => (isKey(run) ? MASK : run)),
  // Of letters alone it is a word (`deadbeef…`), of digits alone a number.
  shape(
    'hexadecimal key',
    /(?<![0-9A-Za-z])(?=[0-9a-f]{0,40}\d)(?=[0-9a-f]{0,40}[a-f])[0-9a-f]{32,}(?![0-9A-Za-z])/gi,
  ),
];

/** Key of base64 with its signs, which is masked before its parts are; a path has words between its slashes. */
export const SIGNED_KEY: SecretShape = shape(
  'AWS secret key',
  /(?<![A-Za-z0-9+/])(?=[A-Za-z0-9]{0,200}[+/])[A-Za-z0-9+/]{32,}={0,2}(?![A-Za-z0-9+/=])/g,
  (run) => (isKey(run.replaceAll(/[+/=]/g, '')) && !hasWord(run) ? MASK : run),
);

/** Shapes that ids have as well: masked in texts, shown in names of files. */
export const IDENTIFIERS: readonly SecretShape[] = [
  SIGNED_KEY,
  shape(
    'private key of Atlas',
    /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi,
  ),
  // Text in place of a version date that is longer than a date.
  shape('version of a media type', /(\bvnd\.[\w-]{1,40}\.)[^+;,\s'"`]{13,}/g, `$1${MASK}`),
  shape('e-mail address', /(?<![\w.+-])[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}\b/gi),
  shape(
    'word of base64',
    /(?<=^|[\s(=:,<[])(?=[A-Za-z0-9+/]{0,40}[A-Z\d])[A-Za-z0-9+/]{7,}={1,2}(?=$|[\s);,|&>\]])|(?<=["'`])(?=[A-Za-z0-9+/]{0,40}[A-Z\d])[A-Za-z0-9+/]{7,}={1,2}(?=["'`])/g,
  ),
];

/** Parts of names that hold secrets, in any case style; the URL or the type of a token is none. */
export const SECRET_NAME =
  /secret|token(?![-_]?(?:ur[il]|endpoint|type(?:[-_]?hint)?)(?![a-z]))|passw(?:or)?d|pwd|passphrase|api[-_]?key|private[-_]?key|public[-_]?key|access[-_]?key|account[-_]?key|credential|authorization|cookie|session|csrf|signature|assertion|nonce|opaque|otp|pem|(?<![a-z])pin(?![a-z])|pin[-_]?code|(?:user|card|sim|login)pin(?![a-z])|web[-_]?hook/i;
