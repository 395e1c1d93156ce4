import { DomainError } from '../../protocol/errors.ts';
import type { Params } from '../../protocol/methods/index.ts';
import type { Chrome, DomainMethodName, Handlers } from './define.ts';
import { requireNamespace } from './namespaces.ts';
import { unique } from './unique.ts';
import { isWebUrl } from './urls.ts';

type DataType = Params<'browsingData.clear'>['types'][number];

/** Types that Chrome keeps for the browser as a whole, so that it cannot clear them for single origins. */
const WITHOUT_ORIGIN: ReadonlySet<DataType> = new Set(['downloads', 'formData', 'history']);

/** The `browsingData.…` methods (protocol §3). */
export function browsingDataHandlers(chrome: Chrome): Handlers<DomainMethodName<'browsingData'>> {
  return {
    'browsingData.clear': async ({ types: givenTypes, since = 0, origins = [] }) => {
      const api = requireNamespace(chrome, 'browsingData');
      const types = unique(givenTypes);
      const [origin, ...moreOrigins] = unique(origins);
      const dataTypes = Object.fromEntries(types.map((type) => [type, true]));
      if (origin === undefined) {
        await api.remove({ since }, dataTypes);
        return { types };
      }
      requireOriginTypes(types);
      origins.forEach(requireOrigin);
      await api.remove({ since, origins: [origin, ...moreOrigins] }, dataTypes);
      return { types };
    },
  };
}

function requireOriginTypes(types: readonly DataType[]): void {
  const offending = types.filter((type) => WITHOUT_ORIGIN.has(type));
  if (offending.length === 0) return;
  throw new DomainError('INVALID_REQUEST', `Cannot be cleared by origin: ${offending.join(', ')}`);
}

function requireOrigin(origin: string): void {
  if (isWebUrl(origin) && new URL(origin).origin === origin) return;
  throw new DomainError(
    'INVALID_REQUEST',
    `Not an http or https origin such as https://example.com: ${origin}`,
  );
}
