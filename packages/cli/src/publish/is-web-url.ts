/** Whether a provider's URL leads to a page; any other scheme could run a script. */
export const isWebUrl = (url: string): boolean => URL.canParse(url) && /^https?:\/\//i.test(url);
