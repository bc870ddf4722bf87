import { withProperties } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { isOfType, propertiesOf } from '../../../model/schema-node.ts';
import { isObject } from '../../../model/own-property.ts';
import { joinPointer } from '../../../model/pointer.ts';
import { nameWords } from '../../text/name-words.ts';
import { quoted } from '../../text/quote.ts';

const LATITUDES = new Set(['lat', 'latitude']);
const LONGITUDES = new Set(['lng', 'lon', 'long', 'longitude']);

const LAT = { type: 'number', minimum: -90, maximum: 90, description: 'Latitude in degrees.' };
const LNG = { type: 'number', minimum: -180, maximum: 180, description: 'Longitude in degrees.' };
const LOCATION = {
  type: 'object',
  description: 'Where to look.',
  properties: { lat: LAT, lng: LNG },
  required: ['lat', 'lng'],
  additionalProperties: false,
};

export const coordinatesApart: ToolRule<{ latitude: string | null; longitude: string | null }> = defineRule({
  id: 'coordinates-apart',
  family: 'properties',
  severity: 'warning',
  title: 'Coordinates that are not kept together',
  rationale:
    'A latitude means nothing without its longitude; as one object, neither can be left out or mixed up.',
  check({ tool, report }) {
    for (const { schema, path, field, keyword } of tool.schemas) {
      if (field !== 'inputSchema') continue;
      const numbers = Object.entries(propertiesOf(schema)).filter(
        ([, property]) => isObject(property) && isOfType(property, 'number'),
      );
      const latitude = numbers.find(([name]) => nameWords(name).some((word) => LATITUDES.has(word)))?.[0];
      const longitude = numbers.find(([name]) => nameWords(name).some((word) => LONGITUDES.has(word)))?.[0];
      const isPair = latitude !== undefined && longitude !== undefined;
      // A pair in an object of its own is well placed.
      if (isPair ? keyword !== '' : latitude === undefined && longitude === undefined) continue;
      const at = joinPointer(path, 'properties', latitude ?? longitude ?? '');
      report({ at, latitude: latitude ?? null, longitude: longitude ?? null });
    }
  },
  message: ({ latitude, longitude }) =>
    longitude === null || latitude === null
      ? `${quoted(latitude ?? longitude ?? '')} has no ${latitude === null ? 'latitude' : 'longitude'} beside it.`
      : `${quoted(latitude ?? '')} and ${quoted(longitude)} stand apart, so a call may carry one without the other.`,
  help: 'Group them: one property `location`, an object that requires both.',
  bad: withProperties({ lat: LAT, lng: LNG }, { lat: 52.5, lng: 13.4 }),
  good: withProperties({ location: LOCATION }, { location: { lat: 52.5, lng: 13.4 } }),
});
