/**
 * A list: `await` gives its first page, and `for await` gives every item of all pages, which are
 * read one after the other as they are needed.
 */
export interface Listing<Item, Page> extends Promise<Page>, AsyncIterable<Item> {
  /** The items of all pages in an array, at most `limit` of them. */
  readonly toArray: (options: { readonly limit: number }) => Promise<Item[]>;
}

/** What the question for the next page has in addition; nothing after the last page. */
export type More = object | '' | null;

/**
 * `next` says what the question for the page after one has in addition, or `null` after the last.
 * `idOf` names an item, where a new one shifts the pages and another comes twice.
 */
export function listingOf<Item, Page extends { readonly items: readonly Item[] }>(
  read: (more?: More) => Promise<Page>,
  next: (page: Page) => More,
  idOf: (item: Item) => unknown = (item) => item,
): Listing<Item, Page> {
  const first = read();
  async function* items(): AsyncGenerator<Item, void, undefined> {
    const seen = new Set<unknown>();
    for (let page = await first; ; page = await read(next(page))) {
      for (const item of page.items) {
        const id = idOf(item);
        if (!seen.has(id)) yield item;
        seen.add(id);
      }
      if (!next(page)) return;
    }
  }
  return Object.assign(first, {
    [Symbol.asyncIterator]: items,
    toArray: async ({ limit }: { readonly limit: number }) => {
      const all: Item[] = [];
      // Not one more is taken: it might be the first of a page that is not read yet.
      if (limit > 0) for await (const item of items()) if (all.push(item) >= limit) break;
      return all;
    },
  });
}
