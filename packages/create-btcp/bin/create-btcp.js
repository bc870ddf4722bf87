#!/usr/bin/env node
// `npm create btcp [<folder>] [-- <options>]` is `btcp init` with the same arguments.
process.argv.splice(2, 0, 'init');
await import(new URL('bin/btcp.js', import.meta.resolve('@btcp/cli/package.json')).href);
