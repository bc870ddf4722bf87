import { contains } from './src/json-schema/contains/contains.ts';
import { readFileSync } from 'node:fs';
const pairs = JSON.parse(readFileSync('/work/shared/data/compat-pairs.json','utf8'));
let bad=0;
for (const p of pairs) {
  const [a,b] = p.direction==='input' ? [p.old,p.new] : [p.new,p.old];
  const t=performance.now(); const r = contains(a,b); const ms=performance.now()-t;
  const want = p.expected==='breaking'?'no':'yes';
  if (r.answer!==want) {bad++; }
  console.log(r.answer===want?'ok ':'BAD', p.name, JSON.stringify(r), ms.toFixed(1));
}
const rules = JSON.parse(readFileSync('/work/shared/data/compat-rules.json','utf8'));
for (const p of rules) { if (!p.old) continue;
  const out = String(p.where).startsWith('output');
  const [a,b] = out ? [p.new,p.old] : [p.old,p.new];
  const r = contains(a,b);
  console.log(p.id, p.bump, p.strictBump ?? '', JSON.stringify(r));
}
console.log({bad});
