import type { ApprovalView } from '../shared/approvals.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { UntrustedText } from '../ui/UntrustedText.tsx';
import { EntryText } from './EntryText.tsx';
import { ExtensionIcon } from './icons.tsx';
import { isOver } from './outcomeText.ts';
import type { ApprovalTexts } from './texts.ts';
import { useTexts } from './texts.ts';

interface Props {
  readonly item: ApprovalView<'extensions.uninstall'>;
}

const installTypeText = (installType: string, texts: ApprovalTexts): string => {
  const known = texts.extension.installTypes;
  const key = (Object.keys(known) as (keyof typeof known)[]).find((type) => type === installType);
  return known[key ?? 'other'];
};

/** The extension that would go. */
export function ExtensionRequest({ item }: Props) {
  const texts = useTexts();
  const { detail, outcome } = item;
  const isMissing = outcome?.ok === false && outcome.code === 'NOT_FOUND';
  return (
    <section>
      <h2>{isOver(item) ? texts.whatWasAsked : texts.whatGoes}</h2>
      {!isOver(item) && <p class="lure">{texts.extension.lure}</p>}
      <div class="entry card">
        <span>
          <ExtensionIcon />
        </span>
        <div class="entry-body">
          <EntryText title={detail.name} url={undefined} />
          {detail.description !== '' && (
            <div class="description">
              <EntryText title={detail.description} url={undefined} />
            </div>
          )}
          <dl class="facts">
            <dt>{texts.extension.version}</dt>
            <dd>
              <UntrustedText text={detail.version} />
            </dd>
            <dt>{texts.extension.state}</dt>
            <dd>
              {isMissing ? (
                <span class="short">{texts.extension.missing}</span>
              ) : detail.enabled ? (
                texts.extension.enabled
              ) : (
                texts.extension.disabled
              )}
            </dd>
            <dt>{texts.extension.installed}</dt>
            <dd>{installTypeText(detail.installType, texts)}</dd>
            <dt>{texts.extension.id}</dt>
            <dd>
              <span class="mono">{detail.id}</span>
              <CopyButton label={texts.extension.copyId} text={detail.id} />
            </dd>
          </dl>
        </div>
      </div>
    </section>
  );
}
