import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../../protocol/frames.ts';
import type { TargetType } from './targetFilter.ts';

/** A tab as the extension reports it. */
export interface TabReport {
  readonly tabId: number;
  readonly targetId: string;
  readonly title: string;
  readonly url: string;
}

/** A tab the client may know of. */
export class Tab {
  readonly tabId: number;
  /** The ID of the invented target between browser and page, which Puppeteer wants. */
  readonly outerTargetId = randomBytes(16).toString('hex').toUpperCase();
  /** Settles once the client has been told of it, as far as it asked to be told. */
  announcement: Promise<void> | undefined;
  isAnnounced = false;
  #report: TabReport;
  /** What Chrome said of the target when it was attached; the opener is in there. */
  #details: JsonObject = {};

  constructor(report: TabReport) {
    this.tabId = report.tabId;
    this.#report = report;
  }

  get targetId(): string {
    return this.#report.targetId;
  }

  /** Takes up a report. @returns whether it says anything new. */
  update(report: TabReport): boolean {
    const { targetId, title, url } = this.#report;
    this.#report = report;
    return targetId !== report.targetId || title !== report.title || url !== report.url;
  }

  /** Takes up what Chrome says of the attached target. */
  describe(details: JsonObject): void {
    this.#details = details;
  }

  /** The ID of the tab's target of a type. */
  idOf(type: TargetType): string {
    return type === 'page' ? this.targetId : this.outerTargetId;
  }

  /** A `Target.TargetInfo`. */
  info(type: TargetType, attached: boolean, browserContextId: string): JsonObject {
    const { title, url } = this.#report;
    return {
      canAccessOpener: false,
      ...this.#details,
      targetId: this.idOf(type),
      type,
      title,
      url,
      attached,
      browserContextId,
    };
  }
}
