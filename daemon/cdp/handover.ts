/** Gives the tabs back to the daemon's own page commands. */
export type GiveBack = () => void;

/** Who else drives the tabs of a browser, and has to let go of them before a CDP client may. */
export interface Handover {
  /**
   * Stops page commands of an instance and detaches its tabs; until they are given back, page commands are refused with
   * `ENDPOINT_CONNECTED`.
   * @throws DomainError when that fails; then nothing has changed.
   */
  handOver(instanceId: string): Promise<GiveBack>;
}

/** For a daemon in which nobody else drives tabs. */
export const NO_OTHER_DRIVER: Handover = { handOver: async () => () => undefined };
