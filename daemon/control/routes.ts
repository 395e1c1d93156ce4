import * as z from 'zod/mini';
import type { BrowserListing, ControlPath, ControlRoutes } from '../../protocol/control.ts';
import { DomainError } from '../../protocol/errors.ts';
import { isInstanceName } from '../../protocol/names.ts';
import { READABLE_DOMAINS } from '../../protocol/scope.ts';
import type { Audit } from '../audit.ts';
import type { Browsers } from '../browsers.ts';
import type { EnrolmentWindow } from '../enrolment.ts';
import type { Connections } from '../peers/connections.ts';
import { presentDetails, type Registry } from '../registry.ts';
import type { Router } from '../routing/router.ts';
import { requirePermitted } from './authority.ts';
import { browserField, type ControlRequest, readBodyAs, targetOf } from './route.ts';
import type { ScopedTokens } from './scopedTokens.ts';

/** What the routes draw on. */
export interface RoutesDeps {
  readonly daemonVersion: string;
  readonly audit: Audit;
  readonly browsers: Browsers;
  readonly connections: Connections;
  readonly enrolment: EnrolmentWindow;
  readonly registry: Registry;
  readonly router: Router;
  readonly scopedTokens: ScopedTokens;
}

type Routes = {
  readonly [Path in Exclude<ControlPath, '/control/health' | `/control/cdp/${string}`>]: (
    request: ControlRequest,
  ) => Promise<ControlRoutes[Path]['result']>;
};

const callBody = z.strictObject({
  action: z.string(),
  browser: browserField,
  input: z.optional(z.record(z.string(), z.unknown())),
  reportPending: z.optional(z.boolean()),
});
const refBody = z.strictObject({ ref: z.string() });
const createTokenBody = z.strictObject({
  readOnly: z.literal(true),
  name: z.optional(z.string().check(z.refine(isInstanceName))),
  domains: z.optional(z.array(z.enum(READABLE_DOMAINS)).check(z.minLength(1))),
});

/** The paths of the control API that call, list, pair, forget and manage tokens. */
export function createRoutes(deps: RoutesDeps): Routes {
  return {
    async '/control/call'({ authority, body, client, signal, reportPending }) {
      const { action, browser, input = {}, reportPending: wanted } = readBodyAs(callBody, body);
      requirePermitted(authority, action);
      return deps.router.call({
        action,
        target: targetOf(browser),
        input,
        clientId: client,
        signal,
        onPending: wanted ? reportPending : undefined,
      });
    },

    async '/control/status'() {
      return {
        daemonVersion: deps.daemonVersion,
        extConnected: deps.connections.scriptCat !== undefined,
        securityCount: deps.audit.count,
        security: deps.audit.list(),
        browsers: listBrowsers(deps),
      };
    },

    async '/control/enroll'() {
      return { code: deps.enrolment.open() };
    },

    async '/control/browsers'() {
      return { browsers: listBrowsers(deps) };
    },

    async '/control/browsers/forget'({ body }) {
      const { ref } = readBodyAs(refBody, body);
      const instance = deps.registry.find(ref);
      if (instance === undefined) {
        throw new DomainError(
          'BROWSER_NOT_FOUND',
          'No paired browser has exactly this name or ID; list the paired ones to see them',
        );
      }
      deps.browsers.forget(instance.id);
      return {};
    },

    async '/control/tokens'() {
      return { tokens: deps.scopedTokens.list() };
    },

    async '/control/tokens/create'({ body }) {
      const { name, domains, readOnly } = readBodyAs(createTokenBody, body);
      const scope = domains === undefined ? { readOnly } : { readOnly, domains: [...new Set(domains)] };
      const { token, listing } = deps.scopedTokens.create(scope, name);
      return { ...listing, token };
    },

    async '/control/tokens/revoke'({ body }) {
      deps.scopedTokens.revoke(readBodyAs(refBody, body).ref);
      return {};
    },
  };
}

function listBrowsers({ registry, connections }: RoutesDeps): readonly BrowserListing[] {
  return registry.list().map(({ id, name, ...details }) => {
    const session = connections.browser(id);
    return {
      id,
      name,
      online: session !== undefined,
      ...presentDetails(details),
      ...(session ? { connectedAt: new Date(session.connectedAt).toISOString() } : {}),
    };
  });
}
