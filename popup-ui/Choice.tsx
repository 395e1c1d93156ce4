interface Props<Option extends string> {
  readonly legend: string;
  readonly name: string;
  readonly labels: Readonly<Record<Option, string>>;
  readonly chosen: Option;
  readonly onChoose: (option: Option) => void;
}

/** One of a few options, all in view. */
export function Choice<Option extends string>({ legend, name, labels, chosen, onChoose }: Props<Option>) {
  const options = Object.keys(labels) as Option[];
  return (
    <fieldset>
      <legend class="label">{legend}</legend>
      <div class="segments">
        {options.map((option) => (
          <label key={option}>
            <input type="radio" name={name} checked={option === chosen} onChange={() => onChoose(option)} />
            <span>{labels[option]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
