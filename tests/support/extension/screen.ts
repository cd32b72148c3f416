/** What somebody sees of a page or popup, and does there. */
export interface Screen {
  /** All that is written on it. */
  text(): Promise<string>;
  /** Presses what has this name, once it can be pressed. */
  press(name: string): Promise<void>;
  /** Types into the field with this label, in the place of what it held. */
  type(label: string, text: string): Promise<void>;
  /** Undefined: it is not there, or not at the moment. */
  evaluate(expression: string): Promise<unknown>;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** How one browser does it. */
interface Hands {
  evaluate(expression: string): Promise<unknown>;
  click(place: Place): Promise<void>;
  /** Into what has the focus. */
  write(text: string): Promise<void>;
}

const waitMs = 30_000;
const stepMs = 50;

/** Waits for something that comes to be. @throws Error with what it was. */
export async function until<Value>(what: string, find: () => Promise<Value | undefined>): Promise<Value> {
  for (let waited = 0; waited < waitMs; waited += stepMs) {
    const found = await find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
  throw new Error(`There is no ${what}.`);
}

/** Finds an element by what it is called: its own label, that of its field, or its text; a link last. Runs in the page. */
const finder = `(name) => ['button:not([role=tab]), input', 'a']
  .flatMap((kind) => [...document.querySelectorAll(kind)])
  .find((one) => (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent).trim() === name && !one.disabled)`;

export function useScreen({ evaluate, click, write }: Hands): Screen {
  /** Brings it into view; gives its middle. */
  const reach = async (name: string): Promise<Place | undefined> => {
    const found = await evaluate(`(() => {
      const found = (${finder})(${JSON.stringify(name)});
      found?.scrollIntoView({ block: 'center' });
      const box = found?.getBoundingClientRect();
      return box && { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
    })()`);
    return (found ?? undefined) as Place | undefined;
  };
  const press = async (name: string): Promise<void> => {
    let before: Place | undefined;
    // Once it stays where it is: popups grow with what is in them.
    const place = await until(`“${name}” on the screen`, async () => {
      const now = await reach(name);
      const stays = now !== undefined && now.x === before?.x && now.y === before.y;
      before = now;
      return stays ? now : undefined;
    });
    await click(place);
  };
  return {
    evaluate,
    text: async () => String(await evaluate('document.body.innerText')),
    press,
    type: async (label, text) => {
      await press(label);
      await evaluate('document.activeElement.select()');
      await write(text);
    },
  };
}
