/** The syntax of a capability: the published pattern, or one of the two reserved words. */
export const CAPABILITY_PATTERN = '^(geolocation|notifications|[a-z]+:[a-z]+(:[a-z-]+)?)$';
