/** True for a date of the calendar, `yyyy-mm-dd`. */
export const isDay = (date: string): boolean => {
  const time = Date.parse(`${date}T00:00:00Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
  );
};
