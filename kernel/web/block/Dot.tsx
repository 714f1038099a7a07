import { Words } from "./layout.tsx";

/** Whether something still waits: not read, not done. */
export const Dot = ({ on, label }: { readonly on: boolean; readonly label: string }) => (
  <span role="img" aria-label={label}>
    <Words tone="info">{on ? "●" : ""}</Words>
  </span>
);
