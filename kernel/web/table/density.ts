import { create } from "zustand";

export type Density = "compact" | "normal" | "roomy";

export const rowHeights: Readonly<Record<Density, number>> = { compact: 32, normal: 36, roomy: 44 };
/** A row with a message in one of its cells. */
export const tallRow = 50;

const place = "tableDensity";

function stored(): Density {
  try {
    const found = localStorage.getItem(place);
    return found === "compact" || found === "roomy" ? found : "normal";
  } catch {
    return "normal";
  }
}

const tellPage = (density: Density): void => {
  document.documentElement.dataset["density"] = density;
};

/** The row height is one choice of the person for all tables, kept in this browser. */
export const useDensity = create<{ readonly density: Density; setDensity(density: Density): void }>((set) => ({
  density: stored(),
  setDensity(density) {
    try {
      localStorage.setItem(place, density);
    } catch {
      // a browser that keeps nothing still changes this page
    }
    tellPage(density);
    set({ density });
  },
}));

tellPage(useDensity.getState().density);
