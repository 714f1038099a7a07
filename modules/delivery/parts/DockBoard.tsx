import { useText } from "#kernel/web/language.ts";
import type { ReactNode } from "react";
import "./ship.css";

interface Props {
  /** Docks by their code; "" is what names none. */
  readonly docks: readonly string[];
  readonly hours: readonly string[];
  readonly className?: string;
  hourText?(hour: string): string;
  cell(dock: string, hour: string): { readonly state?: string; readonly inside: ReactNode };
}

/** A day at the gate: docks down, hours across. */
export function DockBoard({ docks, hours, className = "", hourText = (hour) => hour, cell }: Props) {
  const say = useText();
  return (
    <div className={`sp-board ${className}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say(["卸货口", "Dock"])}</th>
            {hours.map((hour) => (
              <th key={hour} scope="col" className="pg-figure">
                {hourText(hour)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {docks.map((dock) => (
            <tr key={dock}>
              <th scope="row">{dock || say(["未指定", "Not specified"])}</th>
              {hours.map((hour) => {
                const { state, inside } = cell(dock, hour);
                return (
                  <td key={hour} data-state={state}>
                    {inside}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
