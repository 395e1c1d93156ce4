import { OFFSCREEN_PATH } from '../../shared/link.ts';

/** The parts of Chrome's API that the document's life needs. */
export interface OffscreenDocumentDeps {
  readonly runtime: {
    readonly getURL: (path: string) => string;
    readonly getContexts: (filter: chrome.runtime.ContextFilter) => Promise<readonly unknown[]>;
  };
  readonly offscreen: {
    readonly createDocument: (parameters: chrome.offscreen.CreateParameters) => Promise<void>;
  };
}

/** What Chrome says when the document was created by somebody else meanwhile. */
const ALREADY_THERE = 'Only a single offscreen document';

/**
 * Creates what makes sure that the offscreen document exists. Requests that overlap create it once; a failed creation
 * is reported to all of them and tried anew by the next.
 * @returns a function that resolves once the document is loaded, and rejects with Chrome's error.
 */
export function createOffscreenDocument(deps: OffscreenDocumentDeps): () => Promise<void> {
  let creation: Promise<void> | undefined;

  const create = async () => {
    const contexts = await deps.runtime.getContexts({
      contextTypes: ['OFFSCREEN_DOCUMENT'],
      documentUrls: [deps.runtime.getURL(OFFSCREEN_PATH)],
    });
    if (contexts.length > 0) return;
    try {
      await deps.offscreen.createDocument({
        url: OFFSCREEN_PATH,
        // Chrome closes a document of some other reasons by itself; one of this reason stays.
        reasons: ['WORKERS'],
        justification: 'Keeps the connection to the local daemon while the service worker sleeps',
      });
    } catch (error) {
      if (!String(error).includes(ALREADY_THERE)) throw error;
    }
  };

  return () => {
    creation ??= create().finally(() => {
      creation = undefined;
    });
    return creation;
  };
}
