import { expect, it } from 'vitest';
import { addImport, addVitePlugin } from './add-vite-plugin.ts';

const PLUGIN = { name: 'btcp', from: '@btcp/vite' };

it('adds a plugin after those of a config', () => {
  const config = `import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// https://vite.dev/config/
export default defineConfig({
  plugins: [react()],
})
`;
  const added = addVitePlugin(config, PLUGIN);
  expect(added).toBe(`import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { btcp } from '@btcp/vite'

// https://vite.dev/config/
export default defineConfig({
  plugins: [react(), btcp()],
})
`);
  expect(addVitePlugin(added ?? '', PLUGIN)).toBe(added);
});

it.each([
  ['export default {};\n', "import { btcp } from '@btcp/vite';\nexport default { plugins: [btcp()] };\n"],
  [
    'import { x } from "x";\nexport default { base: x } satisfies UserConfig;\n',
    'import { x } from "x";\nimport { btcp } from "@btcp/vite";\nexport default {\n  plugins: [btcp()], base: x } satisfies UserConfig;\n',
  ],
  [
    'export default defineConfig({ plugins: [] });\n',
    "import { btcp } from '@btcp/vite';\nexport default defineConfig({ plugins: [btcp()] });\n",
  ],
  [
    'const config = defineConfig({ plugins: [a()] });\nexport default config;\n',
    "import { btcp } from '@btcp/vite';\nconst config = defineConfig({ plugins: [a(), btcp()] });\nexport default config;\n",
  ],
])('adds a plugin to %j', (config, expected) => {
  expect(addVitePlugin(config, PLUGIN)).toBe(expected);
});

it.each([
  'export default defineConfig(({ mode }) => ({ plugins: [mode] }));\n',
  'export default defineConfig({ plugins: common });\n',
  'const config = mergeConfig;\nexport default config;\n',
  'module.exports = { plugins: [] };\n',
])('leaves %j to its author', (config) => {
  expect(addVitePlugin(config, PLUGIN)).toBeUndefined();
});

it.each([
  ["import './a.css'\nrun()\n", "import './a.css'\nimport './btcp.ts'\nrun()\n"],
  ['import "./a.css";\n', 'import "./a.css";\nimport "./btcp.ts";\n'],
  ['run();\n', "import './btcp.ts';\nrun();\n"],
  ["'use client';\nrun();\n", "'use client';\nimport './btcp.ts';\nrun();\n"],
])('adds an import to %j', (module, expected) => {
  expect(addImport(module, "import './btcp.ts'")).toBe(expected);
});
