import { createContext, use } from 'react';

/** Where the reader is. */
export interface Place {
  readonly pathname: string;
  /** With its question mark; empty for none. */
  readonly search: string;
  /** With its number sign; empty for none. */
  readonly hash: string;
  /** What the link that led here gave along; null for nothing. */
  readonly state: unknown;
  /** Another number each time that somebody goes somewhere, be it to where they are. */
  readonly visit: number;
}

export const PlaceContext = createContext<Place | null>(null);

/** @throws Error outside of a router */
export function useLocation(): Place {
  const place = use(PlaceContext);
  if (place === null) throw new Error('There is no router around it.');
  return place;
}

/** The parameters of the query. */
export function useSearch(): URLSearchParams {
  return new URLSearchParams(useLocation().search);
}
