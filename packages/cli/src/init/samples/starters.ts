/** Apps for an empty folder, by the name of `--template`. */
export const TEMPLATES = ['vite-react', 'vite', 'node-mcp'] as const;
export type Template = (typeof TEMPLATES)[number];

/** What each is, for people. */
export const TEMPLATE_TITLES: Readonly<Record<Template, string>> = {
  'vite-react': 'A page with React, built by Vite',
  vite: 'A page in TypeScript, built by Vite',
  'node-mcp': 'An MCP server in Node',
};

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const tsconfigOf = (options: object): string =>
  json({
    compilerOptions: {
      target: 'ES2022',
      ...options,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      verbatimModuleSyntax: true,
      allowImportingTsExtensions: true,
    },
  });

const BUNDLED = { module: 'ESNext', moduleResolution: 'bundler', lib: ['ES2023', 'DOM', 'DOM.Iterable'] };

const page = (name: string, body: string, main: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <title>${name}</title>
  </head>
  <body>
    ${body}
    <script type="module" src="/src/${main}"></script>
  </body>
</html>
`;

const VITE_SCRIPTS = { dev: 'vite', build: 'tsc && vite build', preview: 'vite preview' };
const VITE_PACKAGES = { typescript: '~6.0.3', vite: '^8.3.8' };
const packageOf = (name: string, description: string, more: object): string =>
  json({ name, private: true, version: '0.1.0', description, type: 'module', ...more });

const APP = `import { useState } from 'react';

export function App() {
  const [count, setCount] = useState(0);
  return (
    <main>
      <h1>Counter</h1>
      <button onClick={() => setCount(count + 1)}>Count is {count}</button>
    </main>
  );
}
`;

const REACT_MAIN = `import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
`;

const PLAIN_MAIN = `const button = document.querySelector('button')!;
let count = 0;
button.addEventListener('click', () => (button.textContent = \`Count is \${++count}\`));

export {};
`;

const REACT_CONFIG = `import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
});
`;

const PLAIN_CONFIG = `import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [],
});
`;

const IGNORED = 'node_modules\ndist\n';

/** The files of each app, without what `btcp init` then adds to any app: path → text. */
export const STARTERS: Readonly<Record<Template, (name: string) => Readonly<Record<string, string>>>> = {
  'vite-react': (name) => ({
    'package.json': packageOf(name, 'A page whose tools agents can call.', {
      scripts: VITE_SCRIPTS,
      dependencies: { react: '^19.2.0', 'react-dom': '^19.2.0' },
      devDependencies: {
        '@types/react': '^19.2.0',
        '@types/react-dom': '^19.2.0',
        '@vitejs/plugin-react': '^6.1.0',
        ...VITE_PACKAGES,
      },
    }),
    'index.html': page(name, '<div id="root"></div>', 'main.tsx'),
    'vite.config.ts': REACT_CONFIG,
    'tsconfig.json': tsconfigOf({ ...BUNDLED, types: ['vite/client'], jsx: 'react-jsx' }),
    'src/App.tsx': APP,
    'src/main.tsx': REACT_MAIN,
    '.gitignore': IGNORED,
  }),
  vite: (name) => ({
    'package.json': packageOf(name, 'A page whose tools agents can call.', {
      scripts: VITE_SCRIPTS,
      devDependencies: VITE_PACKAGES,
    }),
    'index.html': page(name, '<h1>Counter</h1>\n    <button>Count is 0</button>', 'main.ts'),
    'vite.config.ts': PLAIN_CONFIG,
    'tsconfig.json': tsconfigOf({ ...BUNDLED, types: ['vite/client'] }),
    'src/main.ts': PLAIN_MAIN,
    '.gitignore': IGNORED,
  }),
  'node-mcp': (name) => ({
    'package.json': packageOf(name, 'Tools that MCP clients can call.', {
      engines: { node: '>=20.19' },
      scripts: { typecheck: 'tsc' },
      devDependencies: { typescript: VITE_PACKAGES.typescript },
    }),
    'tsconfig.json': tsconfigOf({ module: 'NodeNext', lib: ['ES2023'], types: ['node'] }),
    '.gitignore': IGNORED,
  }),
};
