import api from 'undici/lib/api/index.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';

// As undici's index does: a tunnel through a proxy needs `connect`, everything else `request`.
Object.assign(Dispatcher.prototype, api);

/** As undici's own `request`, but a dispatcher must be given. */
export function request(url, { dispatcher, ...options }) {
  const { origin, pathname, search } = new URL(url);
  return dispatcher.request({ ...options, origin, path: `${pathname}${search}` });
}

export { Agent, ProxyAgent };
