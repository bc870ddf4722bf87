export {};
//# sourceMappingURL=warning.js.map