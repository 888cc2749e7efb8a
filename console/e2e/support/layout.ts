import type { Page } from 'playwright-core';

/** What is drawn badly on the page as it is now; empty if everything holds. */
export async function findLayoutFaults(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const faults: string[] = [];
    const visible = [...document.body.querySelectorAll<HTMLElement>('*:not(svg *)')].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        element.closest('[aria-busy="true"], option') === null &&
        !isHiddenFromSight(element),
    );
    const boxes = visible.flatMap(textBoxesOf);

    for (const { element, box } of boxes) findClipping(element, box);
    for (const element of visible) findCrushed(element);
    for (const control of visible.filter(isControl)) {
      findSmallTarget(control);
      findEscape(control);
    }
    findOverlaps();
    for (const heading of document.querySelectorAll('h1, h2, h3, h4')) {
      if (heading.textContent?.trim() === '') faults.push(`empty heading: ${nameOf(heading)}`);
    }
    return [...new Set(faults)];

    /** Words that have no room for four characters stand letter by letter below each other. */
    function findCrushed(element: HTMLElement): void {
      const lines = textBoxesOf(element);
      const widest = Math.max(...lines.map(({ box }) => box.width));
      const fourCharacters = 2 * Number.parseFloat(getComputedStyle(element).fontSize);
      if (lines.length > 3 && widest < fourCharacters) {
        faults.push(`narrower than four characters: ${nameOf(element)}`);
      }
    }

    /** Only for screen readers, and not drawn. */
    function isHiddenFromSight(element: Element | null): boolean {
      if (element === null) return false;
      return (
        getComputedStyle(element).clipPath === 'inset(50%)' ||
        isHiddenFromSight(element.parentElement)
      );
    }

    /** One box for each line of each text that stands directly in the element. */
    function textBoxesOf(element: HTMLElement) {
      const texts = [...element.childNodes].filter(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
      return texts.flatMap((text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        return [...range.getClientRects()]
          .filter(({ width, height }) => width > 1 && height > 1)
          .map((box) => ({ element, box }));
      });
    }

    /** Also what scrolls sideways hides a part; a marked column may, if the whole text is at hand. */
    function findClipping(element: HTMLElement, box: DOMRect): void {
      for (let frame: HTMLElement | null = element; frame !== null; frame = frame.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(frame);
        if (overflowX !== 'visible' && frame !== document.body.parentElement) {
          const { left, right, top, bottom } = frame.getBoundingClientRect();
          const isCut =
            box.left < left - 1.5 ||
            box.right > right + 1.5 ||
            (isHiding(overflowY) && (box.bottom > bottom + 4 || box.top < top - 4));
          const isMarked = frame.matches('[data-clips]') && frame.title !== '';
          const isFile = frame.closest('[data-scrolls]') !== null;
          if (isCut && !isMarked && !isFile) faults.push(`clipped: ${nameOf(element)}`);
          if (isCut) return;
        }
        if (position === 'fixed') return;
      }
      if (box.right > document.documentElement.clientWidth + 1) {
        faults.push(`beyond the page: ${nameOf(element)}`);
      }
    }

    function isHiding(overflow: string): boolean {
      return overflow === 'hidden' || overflow === 'clip';
    }

    function isControl(element: HTMLElement): boolean {
      return element.matches('button, a[href], input, select, textarea, summary');
    }

    function findSmallTarget(control: HTMLElement): void {
      const around = control.parentElement;
      const isInSentence =
        getComputedStyle(control).display === 'inline' &&
        (around?.textContent?.trim().length ?? 0) > (control.textContent?.trim().length ?? 0);
      if (isInSentence) return;
      const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
      if (Math.min(width, height) < 23.5) {
        faults.push(
          `target of ${Math.round(width)} × ${Math.round(height)} px: ${nameOf(control)}`,
        );
      }
    }

    function findEscape(control: HTMLElement): void {
      const frame = control.closest(
        '.card, .row, .tile, .split-panel, .split-list, nav, header, main',
      );
      if (frame === null || frame === control) return;
      const inner = control.getBoundingClientRect();
      const outer = frame.getBoundingClientRect();
      if (inner.left < outer.left - 1.5 || inner.right > outer.right + 1.5) {
        faults.push(`outside its frame: ${nameOf(control)}`);
      }
    }

    /** Texts over texts or over controls that are not around them; layers lie over each other. */
    function findOverlaps(): void {
      const controls = visible
        .filter(isControl)
        .map((element) => ({ element, box: element.getBoundingClientRect() }));
      const all = [...boxes.map(asDrawn), ...controls].map((one) => ({
        ...one,
        layer: layerOf(one.element),
      }));
      all.sort((a, b) => a.box.top - b.box.top);
      for (const [index, one] of all.entries()) {
        for (const other of all.slice(index + 1)) {
          if (other.box.top > one.box.bottom - 3) break;
          const isAside =
            one.layer !== other.layer ||
            one.element.contains(other.element) ||
            other.element.contains(one.element) ||
            isOneField(one.element, other.element);
          const width =
            Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
          if (!isAside && width > 2) {
            faults.push(`over each other: ${nameOf(one.element)} and ${nameOf(other.element)}`);
          }
        }
      }
    }

    /** The text of a marked column goes on beyond what is drawn of it. */
    function asDrawn<Text extends { readonly element: HTMLElement }>(text: Text) {
      const { element } = text;
      return element.matches('[data-clips]')
        ? { ...text, box: element.getBoundingClientRect() }
        : text;
    }

    /** A label, or a field with the button in it. */
    function isOneField(one: Element, other: Element): boolean {
      const field = one.closest('label, summary, .mantine-PasswordInput-wrapper');
      return field !== null && field.contains(other);
    }

    /** What scrolls lies below what stays; what scrolls by itself is seen in its own window. */
    function layerOf(element: HTMLElement): Element {
      for (let at: HTMLElement | null = element; at !== null; at = at.parentElement) {
        const { position, overflowY } = getComputedStyle(at);
        const isLayer = ['sticky', 'fixed'].includes(position) || overflowY === 'auto';
        if (isLayer) return at;
      }
      return document.body;
    }

    function nameOf(element: Element): string {
      const { tagName, className, textContent } = element;
      const words = textContent?.replaceAll(/\s+/g, ' ').trim().slice(0, 50);
      const parent = element.parentElement?.className ?? '';
      return `${tagName.toLowerCase()}.${className} in .${parent} “${words}”`;
    }
  });
}
