import type { Catalogue, CatalogueSource } from './catalogue.ts';

/** Every try that finds the catalogue outdated means that it was changed since. */
const MAX_TRIES = 10;

/** Runs the work again with the current catalogue if the one it used was outdated. */
export async function withCatalogue<Result>(
  { catalogue }: { readonly catalogue: Pick<CatalogueSource, 'current'> },
  work: (catalogue: Catalogue) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work(await catalogue.current());
    } catch (error) {
      if (!(error instanceof OutdatedCatalogue) || tries === MAX_TRIES) throw error;
    }
  }
}

/** Rolls back what was written so far: providers or channels have changed. */
export class OutdatedCatalogue extends Error {}
