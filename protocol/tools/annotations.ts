import { type MethodName, methodNamed } from '../methods/index.ts';
import { contentTrustOf } from './contentTrust.ts';

/** Hints about a tool, as MCP defines them. */
export interface ToolHints {
  readonly title: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** A method only reads, changes what a second time leaves as it is, changes anything else, or loads from the web. */
type Effect = 'reads' | 'settles' | 'changes' | 'loads';

/** The first word of a changing method's summary tells its effect. */
const EFFECTS: Readonly<Record<string, Exclude<Effect, 'reads'>>> = {
  Cancel: 'settles',
  Change: 'settles',
  Clear: 'settles',
  Close: 'settles',
  Delete: 'settles',
  Disable: 'settles',
  Enable: 'settles',
  Focus: 'settles',
  Make: 'settles',
  Mark: 'settles',
  Mute: 'settles',
  Pause: 'settles',
  Pin: 'settles',
  Remove: 'settles',
  Set: 'settles',
  Take: 'settles',
  Uninstall: 'settles',
  Unmute: 'settles',
  Unpin: 'settles',
  Add: 'changes',
  Create: 'changes',
  Edit: 'changes',
  Group: 'changes',
  Move: 'changes',
  Show: 'changes',
  Duplicate: 'loads',
  Install: 'loads',
  Open: 'loads',
  Reload: 'loads',
  Restore: 'loads',
  Resume: 'loads',
  Start: 'loads',
};

/**
 * Hints for a client about a tool that reaches these methods; the tool is what its most dangerous method is. Left out
 * are `readOnlyHint: false`, which MCP takes for granted, and what means nothing for a tool that only reads.
 */
export function annotationsFor(title: string, methods: readonly MethodName[]): ToolHints {
  const effects = methods.map(effectOf);
  const openWorldHint =
    effects.includes('loads') || methods.some((name) => contentTrustOf(name) !== undefined);
  if (effects.every((effect) => effect === 'reads')) return { title, readOnlyHint: true, openWorldHint };
  const repeatable = effects.every((effect) => effect === 'reads' || effect === 'settles');
  return {
    title,
    destructiveHint: methods.some((name) => methodNamed(name).level !== 'L0'),
    ...(repeatable ? { idempotentHint: true } : {}),
    openWorldHint,
  };
}

/** @throws TypeError when the summary begins with a word that is not known here. */
function effectOf(name: MethodName): Effect {
  const { readOnly, summary } = methodNamed(name);
  if (readOnly) return 'reads';
  const [verb = ''] = summary.split(' ');
  const effect = EFFECTS[verb];
  if (effect === undefined) throw new TypeError(`${name}: no effect is known for "${verb}"`);
  return effect;
}
