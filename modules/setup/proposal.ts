export interface Place {
  readonly currency: string;
  readonly zone: string;
  readonly language: string;
}

/** All zones of a country, where the browser can say. */
const zonesIn = (region: string): readonly string[] =>
  (new Intl.Locale("und", { region }) as { getTimeZones?(): string[] }).getTimeZones?.() ?? [];

/** A country with what it brings along, as far as that is known. */
export type CountryOption = Partial<Place> & { readonly value: string; readonly label: string };

interface Asked {
  readonly country: CountryOption | undefined;
  /** What was saved for this country before. */
  readonly saved: { readonly currency: string | null; readonly zone: string } | null;
  /** What counts while no country is chosen. */
  readonly otherwise: Place;
  /** The zone of the browser: in a country of several zones it is the better guess. */
  readonly here: string;
}

/** What a form proposes for a country. */
export const proposalOf = ({ country, saved, otherwise, here }: Asked): Place => ({
  currency: saved?.currency ?? country?.currency ?? otherwise.currency,
  zone: saved?.zone ?? (country && zonesIn(country.value).includes(here) ? here : (country?.zone ?? otherwise.zone)),
  language: country?.language ?? otherwise.language,
});
