import { text } from '../model/foreign.ts';
import { nameList } from '../text/lists.ts';
import { proxyConfigSource } from '../theia/templates/config-map.ts';
import type { Facts } from './facts.ts';
import { type Finding, findingsAbout, grant } from './finding.ts';

export const settingRows = {
  proxyConfigThere: { severity: 'ok', says: 'ConfigMap {configMap} exists' },
  proxyConfigMissing: {
    severity: 'problem',
    says: 'ConfigMap {configMap} does not exist: the operator creates half of every instance and stops',
    todo: 'create it, or run the operator without --keycloak',
  },
  routesThere: { severity: 'ok', says: 'all HTTPRoutes that AppDefinitions name exist: {routes}' },
  routeMissing: {
    severity: 'problem',
    says: 'AppDefinition {app} names HTTPRoute {route}, which does not exist: no pool, and its sessions fail',
    todo: 'create it, or correct spec.ingressname',
  },
  routesNotServed: {
    severity: 'problem',
    says: 'the API server has no HTTPRoutes, and {count AppDefinition names|AppDefinitions name} one',
    todo: 'install the CRDs of the Gateway API',
  },
  routesNotSeen: {
    severity: 'note',
    says: 'this account may not list HTTPRoutes, so nothing shows whether those that AppDefinitions name exist',
    todo: grant,
  },
  settingsNewer: {
    severity: 'warning',
    says: 'some instances of {apps} are older than the last change of {what}, and no generation shows it',
    todo: 'renew all free instances once: warmgate verify --refresh',
  },
} as const;

const found = findingsAbout('settings', settingRows);

/** What the operator needs beside the AppDefinitions, and what reaches the pools without moving a generation. */
export function settingsFindings(facts: Facts): Finding[] {
  return [...proxyConfig(facts), ...routes(facts), ...newer(facts)];
}

/** F8: without it the operator makes the Services of an instance and stops. */
function proxyConfig({ snapshot, assessment }: Facts): Finding[] {
  if (!assessment.operator.keycloak || snapshot.sight.ConfigMap !== 'seen') return [];
  const there = snapshot.objects.ConfigMap.some(({ metadata }) => metadata.name === proxyConfigSource);
  return [found(there ? 'proxyConfigThere' : 'proxyConfigMissing', { configMap: proxyConfigSource })];
}

/** F9: the shared route that an AppDefinition names. */
function routes({ snapshot }: Facts): Finding[] {
  const named = snapshot.objects.AppDefinition.flatMap(({ metadata, spec }) => {
    const route = text(spec?.ingressname);
    return route === '' ? [] : [{ app: metadata.name, route }];
  });
  if (named.length === 0) return [];
  const sight = snapshot.sight.HTTPRoute;
  if (sight === 'notServed') return [found('routesNotServed', { count: named.length })];
  if (sight !== 'seen') return [found('routesNotSeen')];
  const there = new Set(snapshot.objects.HTTPRoute.map(({ metadata }) => metadata.name));
  const missing = named.filter(({ route }) => !there.has(route));
  if (missing.length > 0) return missing.map((each) => found('routeMissing', each));
  return [found('routesThere', { routes: nameList(named.map(({ route }) => route)) })];
}

/** F14, as `check` judges it. */
function newer({ assessment }: Facts): Finding[] {
  const apps = new Map<string, string[]>();
  for (const pool of assessment.pools) {
    for (const { code, args } of pool.reasons) {
      if (code !== 'operatorNewer') continue;
      const what = String(args.what);
      apps.set(what, [...(apps.get(what) ?? []), pool.name]);
    }
  }
  return [...apps].map(([what, names]) => found('settingsNewer', { what, apps: nameList(names) }));
}
