import { Fragment, useRef, useState } from "react";
import type { FocusEvent, ReactNode, Ref } from "react";

interface Props {
  /** What stood in the field when its page was put aside, and in which of two fields. */
  typed(text: string, place: number): void;
  children(ref: Ref<never>): ReactNode;
}

/**
 * A page that is put aside loses its handles before the browser takes the focus away, and the picker asks its own for where the focus went.
 * So this focus never reaches it: what was typed is taken over here, and the picker begins anew, closed.
 */
export function PickerGuard({ typed, children }: Props) {
  const picker = useRef<object>(null);
  const [turn, setTurn] = useState(0);
  const leave = (event: FocusEvent<HTMLElement>): void => {
    if (picker.current !== null || !(event.target instanceof HTMLInputElement)) return;
    event.stopPropagation();
    typed(event.target.value.trim(), [...event.currentTarget.querySelectorAll("input")].indexOf(event.target));
    setTurn(turn + 1);
  };
  return (
    <span style={{ display: "contents" }} onBlurCapture={leave}>
      <Fragment key={turn}>{children(picker as Ref<never>)}</Fragment>
    </span>
  );
}
