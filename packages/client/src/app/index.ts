export { type App, openApp, type OpenAppOptions, type Tools } from './open-app.ts';
