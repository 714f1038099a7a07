import type { Entity } from "../../entity.ts";
import type { Row } from "../../page-document.ts";
import type { Text } from "../../text.ts";
import { useText } from "../language.ts";
import { Dialog } from "../shell/Dialog.tsx";
import { ChooseRows } from "./ChooseRows.tsx";
import type { FromOf, Group } from "./fromCalls.ts";

interface Props<E extends Entity> {
  readonly title: Text;
  readonly of: FromOf<E>;
  readonly press: Text;
  readonly fixed?: Row;
  take(lines: Group<E>["lines"]): void;
  close(): void;
}

/** The chooser in a window over the document that takes the lines. */
export function ChooseDialog<E extends Entity>({ title, close, take, ...chooser }: Props<E>) {
  const say = useText();
  return (
    <Dialog title={say(title)} onClose={close} className="fr-wide">
      <ChooseRows
        {...chooser}
        take={({ lines }) => {
          take(lines);
          close();
        }}
      />
    </Dialog>
  );
}
