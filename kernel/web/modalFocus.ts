/** The kit begins a dialog at its first button, the one that closes it; people begin at the first field. Whoever walks with Tab still comes by every button. */
const field =
  ":is(input, textarea):not([disabled], [readonly]:not([role=combobox]), [type=hidden], [type=radio]:not(:checked)), [contenteditable=true]";
let walking = false;

const firstField = (dialog: Element): HTMLElement | undefined =>
  [...(dialog.querySelector(".ant-modal-body")?.querySelectorAll<HTMLElement>(field) ?? [])].find((hTMLElement) =>
    hTMLElement.checkVisibility(),
  );

addEventListener("keydown", (event) => (walking = event.key === "Tab"), true);
addEventListener("pointerdown", () => (walking = false), true);
addEventListener("focusin", ({ target, relatedTarget }) => {
  const dialog = !walking && target instanceof Element && target.matches(".ant-modal-close") ? target.closest(".ant-modal") : null;
  if (dialog && !dialog.contains(relatedTarget as Node | null)) firstField(dialog)?.focus();
});
