import openapiTS, { astToString } from 'openapi-typescript';

const HEAD = '// Made from docs/openapi.json by `npm run generate`: do not edit.';

/** The types of the public interface, made from its description. */
export async function generateTypes(openApiDocument: string): Promise<string> {
  const nodes = await openapiTS(openApiDocument, {
    alphabetize: false,
  });
  return `${HEAD}\n${astToString(nodes)}`;
}
