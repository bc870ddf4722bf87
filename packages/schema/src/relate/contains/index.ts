export { contains, type Containment } from './contains.ts';
