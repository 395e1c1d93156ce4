import { DomainError } from '../../protocol/errors.ts';

/** A paired browser instance as target selection sees it. */
export interface TargetInstance {
  readonly id: string;
  readonly name: string;
}

/** Who can be chosen from; both sorted by name. */
export interface Candidates {
  readonly paired: readonly TargetInstance[];
  readonly online: readonly TargetInstance[];
}

const listed = (instances: readonly TargetInstance[]) =>
  instances.map(({ id, name }) => `${name} (${id})`).join(', ');

/**
 * The paired instance a target names, online or not: an exact name first, then a prefix of the instance ID.
 * @throws DomainError `BROWSER_NOT_FOUND` or `BROWSER_AMBIGUOUS`.
 */
export function findPaired(paired: readonly TargetInstance[], target: string): TargetInstance {
  const named = paired.find(({ name }) => name === target);
  if (named !== undefined) return named;
  const matching = paired.filter(({ id }) => id.startsWith(target));
  const [first] = matching;
  if (first === undefined) {
    throw new DomainError(
      'BROWSER_NOT_FOUND',
      'No paired browser has this name or ID; list the paired ones to see their names',
    );
  }
  if (matching.length > 1) {
    throw new DomainError('BROWSER_AMBIGUOUS', `Several paired browsers match: ${listed(matching)}`);
  }
  return first;
}

/**
 * Chooses the online instances a call goes to (protocol §3.1).
 * @param target an instance name or instance-ID prefix.
 * @param combines whether the method's results may be combined, so that it may go to several.
 * @returns one instance, or all online ones, sorted by name, when no target is named and the results combine.
 * @throws DomainError `NO_BROWSER_CONNECTED`, `BROWSER_AMBIGUOUS`, `BROWSER_NOT_FOUND` or `BROWSER_OFFLINE`.
 */
export function selectTargets(
  { paired, online }: Candidates,
  target: string | undefined,
  combines: boolean,
): readonly TargetInstance[] {
  if (target !== undefined) return [requireOnline(findPaired(paired, target), online)];
  if (online.length === 0) {
    throw new DomainError('NO_BROWSER_CONNECTED', noneConnected(paired));
  }
  if (online.length > 1 && !combines) {
    throw new DomainError(
      'BROWSER_AMBIGUOUS',
      `Several browsers are connected; name one of them: ${listed(online)}`,
    );
  }
  return online;
}

function noneConnected(paired: readonly TargetInstance[]): string {
  if (paired.length === 0) return 'No browser has been paired yet; pair one with a pairing code first';
  return `No paired browser is connected; start one of them: ${listed(paired)}`;
}

function requireOnline(instance: TargetInstance, online: readonly TargetInstance[]): TargetInstance {
  if (online.some(({ id }) => id === instance.id)) return instance;
  throw browserOffline(instance);
}

/** The failure of a call to a paired instance that is not connected. */
export const browserOffline = ({ id, name }: TargetInstance) =>
  new DomainError('BROWSER_OFFLINE', `${name} (${id}) is paired but not connected; start that browser`);
