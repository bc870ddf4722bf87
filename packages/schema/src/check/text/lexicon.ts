const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Verbs that tools begin with, in their base form. */
const VERBS: ReadonlySet<string> = words(`
  abort accept access acknowledge activate adapt add adjust aggregate align allocate allow analyse analyze animate
  annotate answer append apply approve archive arrange ask assemble assert assign attach authenticate authorise
  authorize await backup bind blur book bookmark branch broadcast browse build bulk bundle buy cache calculate call
  cancel capture center change charge chart check choose clean clear click clip clone close collapse collect combine
  commit compare compile complete compose compress compute concatenate configure confirm connect consume contact
  contain continue control convert copy correct count crawl create crop cut debit debug decide decline decode decrease
  decrypt deduplicate define delay delegate delete deliver deny deploy derive describe deselect detach detect determine
  diff disable discard disconnect dismiss dispatch display divide do download draft drag draw drop duplicate edit
  eject emit empty enable encode encrypt end enqueue enrich ensure enter enumerate erase escape estimate evaluate
  examine exclude execute exit expand expire explain export extend extract fail fetch fill filter finalise finalize find
  finish fix flag flatten flip flush focus fold follow forecast fork format forward freeze fulfil fulfill gather generate
  geocode get give go grant group grow guess guide handle hash hide highlight hold hover identify ignore import
  increase increment index infer inform initialise initialize input insert inspect install interpolate interpret
  interrupt introduce invalidate invert invite invoke issue iterate join jump keep kill label launch lay leave lend
  limit link list listen load localise localize locate lock log login logout look lookup loop make manage map mark
  match measure merge minify minimise minimize mix modify monitor mount move multiply mute name navigate negate
  normalise normalize note notify observe obtain offer open optimise optimize order organise organize outline output
  overwrite pack page paint parse partition pass paste patch pause pay perform persist pick pin ping place plan play
  plot point poll populate post predict prefill prepare present press preview print process produce profile project
  promote prompt propose protect provide prune publish pull purchase purge push put query queue quit quote raise rank
  rate read rearrange reboot rebuild recalculate receive recognise recognize recommend reconnect record recover redeem
  redirect redo reduce refactor refer refill refine reformat refresh refund refuse register reindex reject release reload
  remind remove rename render renew reorder repair repeat replace replay reply report request require reroute
  reschedule reserve reset resize resolve respond restart restore restrict resume retrieve retry return reveal reverse
  revert review revoke rewrite rotate round route run sanitise sanitize save scale scan schedule scrape scroll seal
  search select sell send separate serialise serialize serve set settle share shift ship show shrink shuffle shut sign
  simulate sketch skip slice snap snooze solve sort speak spell split stack stage stamp star start stop store stream
  style submit subscribe subtract suggest sum summarise summarize suspend swap switch sync synchronise synchronize tag
  take tap tell terminate test tile toggle touch trace track train transcode transcribe transfer transform translate
  trash traverse trigger trim truncate try tune turn type unarchive unblock undelete undo unfold unfollow ungroup
  uninstall unlink unlock unmount unmute unpack unpin unpublish unregister unselect unsubscribe untag update upgrade
  upload upsert use validate verify view visit wait wake walk warn wash watch weigh work wrap write zip zoom
  accumulate acquire add adopt advance alert ban bill block boost bring bump calibrate cast catch categorise categorize
  censor certify chain chat chunk cite claim classify coerce color colour comment confine consolidate construct convey
  credit customise customize deactivate deal decompress decorate deduct degrade demote deprecate depict derive design
  destroy diagnose dial digest dim dock double echo embed emulate encapsulate endorse engage enlarge enroll escalate
  establish exchange exercise expose express favor favorite feed fetch figure file fire fit forget format frame fuse
  gauge grade greet halt help hook hydrate illustrate imitate implement include indent indicate inject inline instantiate
  integrate intercept inverse investigate isolate judge learn level lift like light lint list live lower maintain
  manipulate mask maximise maximize mention mimic mirror mock model mute narrow negotiate nudge obfuscate offset omit
  onboard operate orchestrate override paginate paraphrase peek permit pipe pivot poke pop position praise pretty prefer
  prefix price proofread provision proxy qualify quantify randomise randomize reach react rebase recall recap recompute
  reconcile recurse recycle redact regenerate reinstate relabel relay relocate remap remember reopen rephrase replicate
  report repost represent reproduce resample resend resubmit retract retweet reuse rewind rid roll sample scaffold score
  screenshot seek segment send sequence shape shorten shut signal sketch slide smooth solicit source spawn specify spin
  splice spread squash stash state stem stitch strip structure substitute supply supplement support suppress survey swipe
  tabulate tally target teach throw throttle tick tidy time title tokenise tokenize top total transition transpose
  unassign unfavorite unflag unhide unlike unmap unmark unstage unstar unwrap update upvote utilise utilize vary vote
  welcome withdraw zoom is has can should does
`);

/** Nouns that begin names or descriptions in place of a verb. None of them is a verb of tools. */
const NOUNS: ReadonlySet<string> = words(`
  account address api app application article attribute browser button calculator calendar cart catalog category cell
  client code collection component contact content converter cookie currency customer dashboard data database date
  dialog directory document element email employee engine error event field file finder folder form formula function
  getter handler header helper history id image info information input inventory invoice item job json key language
  library location manager message metadata method mail news notes number object operation option order page parser
  password payment person photo picture platform player post price processor product products profile project property
  reader record recipe repository resource response result row schema script searcher sender server service session
  setter setting settings sheet shop site sql status stock string system table task template text ticket todo todos tool tools
  transaction url user username users utility utils value values variable version video wallet weather web website
  widget window wizard worker workflow writer
`);

/** Verbs that do not say what a tool does. */
export const VAGUE_VERBS: ReadonlySet<string> = words(
  'handle manage process deal work support help do does perform interact manipulate',
);

/** Nouns that do not say what a tool works on. */
export const VAGUE_NOUNS: ReadonlySet<string> = words(
  'data information info stuff thing things something everything anything content contents item items object objects value values entity entities resource resources result results request requests operation operations action actions task tasks function functionality logic',
);

/** Where every tool works. */
export const PLACES: ReadonlySet<string> = words('page app application site website system browser');

/** Verbs that agents cannot distinguish → one of them. */
export const SAME_VERBS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    get: 'return retrieve fetch obtain read load show give display provide',
    search: 'find lookup look query',
    create: 'add make insert new',
    delete: 'remove erase',
    update: 'change modify edit set',
    send: 'submit post',
    list: 'enumerate',
  }).flatMap(([verb, others]) => others.split(' ').map((other) => [other, verb] as const)),
);

export const STOP_WORDS: ReadonlySet<string> = words(
  'a an the this that these those its their it of for from to in on at by with and or as is are be into onto via per all any some each one given specified certain current currently please tool function method which will can you your user users',
);

/** The base form of a verb, a plural or the like; good enough to compare words. */
export function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !/(ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

/** Whether a word may be a verb, in its base form or in the third person. */
function isVerb(word: string): boolean {
  return VERBS.has(word) || VERBS.has(stem(word)) || VERBS.has(word.replace(/e?s$/, ''));
}

export function isNotVerb(word: string): boolean {
  if (isVerb(word)) return false;
  return (
    NOUNS.has(word) ||
    NOUNS.has(stem(word)) ||
    /(tion|ment|ness|ance|ence|ity|ism|ship|hood|ology)s?$/.test(word)
  );
}

/** The words of a text in lower case. */
export function wordsOf(text: string): readonly string[] {
  return (
    text
      .slice(0, 2000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? []
  );
}

/** The words of a name in camelCase, PascalCase, snake_case or kebab-case, in lower case: `getURLForID` → get, url, for, id. */
export function nameWords(name: string): readonly string[] {
  return name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

export function lastWord(name: string): string {
  return nameWords(name).at(-1) ?? '';
}
