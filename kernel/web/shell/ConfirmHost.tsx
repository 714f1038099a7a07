import { useMessages } from "../message.ts";
import { Dialog } from "./Dialog.tsx";

/** Shows the question that waits; the focus stands on Cancel. */
export function ConfirmHost() {
  const asked = useMessages((state) => state.asked);
  if (asked === null) return null;
  return (
    <Dialog
      title={asked.title}
      onClose={() => asked.answer(false)}
      foot={
        <>
          <button type="button" className="s-btn" data-focus onClick={() => asked.answer(false)}>
            {asked.cancel}
          </button>
          <button type="button" className="s-btn" data-kind={asked.danger ? "danger" : "primary"} onClick={() => asked.answer(true)}>
            {asked.confirm}
          </button>
        </>
      }
    >
      {asked.text}
    </Dialog>
  );
}
