import { expect, it } from 'vitest';
import { CAPABILITIES, reachesOut } from './capability.ts';

it('reaches out with the network, a change of the page, and what only a provider knows', () => {
  expect([...Object.keys(CAPABILITIES), 'mail:read', 'storage:cloud:read'].filter(reachesOut)).toEqual([
    'dom:write',
    'network:fetch:same-origin',
    'network:fetch:cross-origin',
    'network:websocket:same-origin',
    'network:websocket:cross-origin',
    'mail:read',
    'storage:cloud:read',
  ]);
});
