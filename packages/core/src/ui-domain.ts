/**
 * What a source of a Content Security Policy must match in `ui` of a config or manifest: an origin, whose host may begin
 * with `*.`; nothing that ends a directive.
 */
export const UI_DOMAIN_PATTERN = '^(https?|wss?)://(\\*\\.)?[\\w.-]+(:\\d+)?$';
