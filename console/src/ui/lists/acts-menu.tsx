import { Ellipsis } from 'lucide-react';
import { type ReactNode, type ToggleEvent, useId } from 'react';

/**
 * What else can be done about a row, behind a button as wide as one icon. It opens in the top
 * layer, where no card clips it; the browser closes it at Escape and at a click elsewhere.
 */
export function ActsMenu({ label, children }: ActsMenuProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        className="quiet-button menu-opener"
        popoverTarget={id}
        aria-label={label}
        title={label}
      >
        <Ellipsis className="icon" aria-hidden="true" />
      </button>
      {/* A click on any of its acts has done what the menu was opened for. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <div
        id={id}
        popover="auto"
        className="acts-menu"
        onToggle={placeBelow}
        onClick={({ currentTarget }) => currentTarget.hidePopover()}
      >
        {children}
      </div>
    </>
  );
}

interface ActsMenuProps {
  readonly label: string;
  readonly children: ReactNode;
}

const DISTANCE_PX = 4;

/** Below its button, with the right edges aligned; above it at the end of the screen. */
function placeBelow({ currentTarget: menu, newState }: ToggleEvent<HTMLElement>): void {
  if (newState !== 'open') return;
  const button = menu.previousElementSibling?.getBoundingClientRect();
  if (button === undefined) return;
  const { width, height } = menu.getBoundingClientRect();
  const isBelow = button.bottom + DISTANCE_PX + height <= innerHeight;
  const top = isBelow ? button.bottom + DISTANCE_PX : button.top - DISTANCE_PX - height;
  menu.style.left = `${Math.max(DISTANCE_PX, button.right - width)}px`;
  menu.style.top = `${Math.max(DISTANCE_PX, top)}px`;
}
