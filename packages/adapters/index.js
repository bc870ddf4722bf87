export { TARGETS } from "./targets.js";
//# sourceMappingURL=index.js.map