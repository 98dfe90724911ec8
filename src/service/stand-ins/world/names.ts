// Names of invented people and companies. Who has one of them in earnest is not meant.

import type { Culture } from './places.ts';

interface PersonNames {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

function names(first: string, last: string): PersonNames {
  return { first: first.split(' '), last: last.split(' ') };
}

export const NAMES: Readonly<Record<Culture, PersonNames>> = {
  english: names(
    'Amelia Oliver Grace Harry Isla George Ruby Jack Freya Leo Evie Oscar Poppy Arthur Ivy Noah Alice Henry Clara Samuel Nora Ethan Hazel Miles',
    'Ashford Barlow Caldwell Draper Ellery Fairbank Garner Hollis Ibbotson Jarrow Kirkby Langford Marsden Norwood Oakley Prescott Quimby Rowntree Selwyn Thackray Upton Verney Whitlock Yardley',
  ),
  german: names(
    'Lena Jonas Hannah Lukas Marie Felix Sophie Moritz Clara Jakob Greta Anton Frieda Emil Johanna Paul Marlene Theo Luise Konrad Ida Matthias Klara Sebastian',
    'Ackermann Brandner Dietrich Eberle Falkner Gessner Hartwig Imhof Jäger Kaltenbach Lindemann Mertens Neuhaus Oberländer Pfeiffer Querfurth Reuter Steinberg Thalmann Ullrich Vogelsang Wendt Zeller Böhmer',
  ),
  nordic: names(
    'Astrid Erik Freja Lars Ingrid Nils Sigrid Magnus Linnea Oskar Maja Anders Elsa Henrik Signe Johan Tuva Mikael Saga Rasmus Liv Kasper Aino Jaak',
    'Ahlgren Bergstrom Carlsen Dahlberg Engstrom Falk Gronlund Hedlund Isaksen Jensby Kallas Lindholm Mortensen Nyberg Ostergaard Persson Ravn Sandvik Toivonen Uggla Viklund Wallin Ylitalo Åkerman',
  ),
  french: names(
    'Camille Louis Manon Hugo Chloé Jules Inès Gabriel Léa Arthur Jade Raphaël Louise Paul Alice Antoine Juliette Maxime Élise Baptiste Margot Clément Agathe Rémi',
    'Arnaud Beaumont Chevalier Delacour Estrade Fontaine Garnier Hébert Jourdan Lacroix Marchand Navarre Olivier Perrin Quentin Rousseau Sauvage Tessier Vasseur Aubry Blanchet Carrel Dufour Guérin',
  ),
  dutch: names(
    'Sanne Daan Emma Sem Lotte Bram Julia Thijs Anouk Lars Femke Ruben Noor Jasper Fleur Koen Eva Niels Roos Stijn Maud Wouter Iris Pieter',
    'Aalbers Brouwer Claessens Dekker Evers Fokker Geerts Hendriks Jacobs Kuipers Lammers Martens Nijland Oosterhuis Peeters Roelofs Smeets Timmer Verbeek Wouters Zwart Bakels Coenen Driessen',
  ),
  iberian: names(
    'Lucía Hugo Sofía Mateo Martina Pablo Inés Diego Carmen Álvaro Beatriz Tomás Leonor Duarte Clara Gonzalo Elena Rafael Marta Joaquim Irene Nuno Alba Vasco',
    'Almeida Barroso Cardenal Delgado Escudero Figueira Gallardo Herrera Iriarte Jardim Lozano Montero Navas Ortega Pacheco Quintana Robledo Salgado Teixeira Urrutia Valverde Ximénez Zamora Carballo',
  ),
  italian: names(
    'Giulia Lorenzo Sofia Matteo Aurora Leonardo Chiara Davide Elena Marco Francesca Andrea Martina Simone Alessia Riccardo Bianca Tommaso Ilaria Pietro Marta Edoardo Silvia Nicola',
    'Abate Bellini Caruso Donati Esposti Ferrante Galli Innocenti Lombardi Mancuso Neri Orlando Pellegrini Quaranta Rinaldi Santoro Tedesco Valente Zanetti Barone Costa Fabbri Greco Marino',
  ),
  slavic: names(
    'Zuzanna Jakub Julia Antoni Hanna Filip Maja Tomasz Alicja Marek Ewa Piotr Tereza Ondřej Klára Vojtěch Eliška Matěj Lucie Karel Anežka Pavel Magda Krzysztof',
    'Adamczyk Bielecki Czarnecki Dvořák Filipek Górski Havel Jasiński Kowalczyk Lis Malý Novotný Ostrowski Pokorný Ruzicka Sobczak Tomaszek Urban Vesely Wieczorek Zalewski Blaha Cermak Dostal',
  ),
  indian: names(
    'Aarav Diya Vivaan Ananya Aditya Ishita Rohan Kavya Arjun Meera Karthik Priya Nikhil Sneha Rahul Pooja Siddharth Neha Varun Tara Manish Lakshmi Dev Shreya',
    'Agarwal Bhat Chauhan Desai Easwaran Gokhale Hegde Iyer Joshi Kulkarni Lal Menon Nambiar Oberoi Patil Rao Shetty Thakur Upadhyay Varma Wadhwa Yadav Banerjee Chatterjee',
  ),
};

/** First halves and second halves of company names; each pair once for each ending, so that no two companies share a name. */
export const COMPANY_FIRST =
  'Amber Anchor Arbor Aspen Beacon Birch Blue Bridge Bright Brook Canyon Cedar Cinder Clear Cliff Cobalt Copper Coral Crescent Delta Drift Echo Elder Ember Falcon Fern Field Flint Forge Garnet Glade Granite Harbor Hazel Heron Hill Indigo Iron Ivory Jade Juniper Kite Lake Lark Laurel Lumen Maple Meadow Mill Mist Moss North Oak Ocean Onyx Opal Orchard Osprey Pine Prairie Quartz Raven Reed Ridge River Rowan Sable Sage Shore Silver Sky Slate Spruce Stone Summit Swift Thorn Tide Timber Vale Violet Wave Willow Wind Wren'.split(
    ' ',
  );
export const COMPANY_SECOND =
  'works point line craft path gate field stack base port wave loop light mark spring stone grove yard house forge bridge crest well dale'.split(
    ' ',
  );
