import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../endpoints.ts';
import { openApiDocument } from './document.ts';
import { OPERATIONS } from './operations.ts';

const document = openApiDocument('https://pay.test');
const SUMMARIES = new Map(Object.entries(OPERATIONS).map(([name, { summary }]) => [name, summary]));
const text = JSON.stringify(document);

describe('the OpenAPI document', () => {
  it('has every endpoint of the interface, with what is said of it', () => {
    for (const [name, { path, method }] of Object.entries(ENDPOINTS)) {
      if (!path.startsWith('/api/v1/')) continue;
      const operation = { operationId: name, summary: SUMMARIES.get(name) };
      expect(SUMMARIES.has(name)).toBe(true);
      expect(document).toMatchObject({ paths: { [path]: { [method.toLowerCase()]: operation } } });
    }
  });

  it('describes query parameters as they are written', () => {
    expect(text).toContain(
      '{"name":"size","in":"query","required":true,"schema":{"type":"integer","minimum":1,"maximum":200}}',
    );
    expect(text).toContain(
      '{"name":"statuses","in":"query","required":false,"schema":{"type":"array"',
    );
  });

  it('describes orders by name, and amounts as numbers', () => {
    expect(text).toContain('{"type":"array","items":{"$ref":"#/components/schemas/PayinOrder"}}');
    expect(text).toContain('"amount":{"type":"number","exclusiveMinimum":0}');
  });

  it('says nothing of what is for the page alone', () => {
    expect(text).not.toContain('/api/page/');
  });
});
