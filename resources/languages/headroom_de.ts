<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_GB">
<context>
    <name>Commands</name>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Zeichnen</translation>
    </message>
    <message>
        <source>Arrange</source>
        <translation>Anordnen</translation>
    </message>
    <message>
        <source>Simulation</source>
        <translation>Simulation</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Pause On</source>
        <translation>Anhalten bei</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>Blickrichtung</translation>
    </message>
    <message>
        <source>Focus</source>
        <translation>Fokus</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>Colour Racks By</source>
        <translation>Racks färben nach</translation>
    </message>
    <message>
        <source>Colour Map</source>
        <translation>Farbskala</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Text Size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Arbeitsbereich</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>New Facility…</source>
        <translation>Neue Anlage…</translation>
    </message>
    <message>
        <source>Same Work in Another Cooling…</source>
        <translation>Gleiche Last mit anderer Kühlung…</translation>
    </message>
    <message>
        <source>New Blank Room</source>
        <translation>Neuer leerer Raum</translation>
    </message>
    <message>
        <source>Planner…</source>
        <translation>Planer…</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Open Scenario Folder…</source>
        <translation>Szenario-Ordner öffnen…</translation>
    </message>
    <message>
        <source>Attach…</source>
        <translation>Anbinden…</translation>
    </message>
    <message>
        <source>Detach</source>
        <translation>Trennen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save As…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>Import Tables or Racks…</source>
        <translation>Tabellen oder Racks importieren…</translation>
    </message>
    <message>
        <source>Open Telemetry…</source>
        <translation>Telemetrie öffnen…</translation>
    </message>
    <message>
        <source>Close Telemetry</source>
        <translation>Telemetrie schließen</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>Bericht…</translation>
    </message>
    <message>
        <source>Plan…</source>
        <translation>Grundriss…</translation>
    </message>
    <message>
        <source>Scene…</source>
        <translation>Szene…</translation>
    </message>
    <message>
        <source>Schedules…</source>
        <translation>Gerätelisten…</translation>
    </message>
    <message>
        <source>Bill of Materials…</source>
        <translation>Stückliste…</translation>
    </message>
    <message>
        <source>Tables…</source>
        <translation>Tabellen…</translation>
    </message>
    <message>
        <source>Chart Values…</source>
        <translation>Diagrammwerte…</translation>
    </message>
    <message>
        <source>Chart Picture…</source>
        <translation>Diagrammbild…</translation>
    </message>
    <message>
        <source>Revert to Saved…</source>
        <translation>Zurück zum gespeicherten Stand…</translation>
    </message>
    <message>
        <source>Earlier Copies…</source>
        <translation>Frühere Kopien…</translation>
    </message>
    <message>
        <source>Save Picture…</source>
        <translation>Bild speichern…</translation>
    </message>
    <message>
        <source>Close Project</source>
        <translation>Projekt schließen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Ausschneiden</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>Turn by 90°</source>
        <translation>Um 90° drehen</translation>
    </message>
    <message>
        <source>Replace Model…</source>
        <translation>Modell ersetzen…</translation>
    </message>
    <message>
        <source>Check Design</source>
        <translation>Entwurf prüfen</translation>
    </message>
    <message>
        <source>Next Problem</source>
        <translation>Nächstes Problem</translation>
    </message>
    <message>
        <source>Compare From Here</source>
        <translation>Ab hier vergleichen</translation>
    </message>
    <message>
        <source>Connect Power…</source>
        <translation>Strom anschließen…</translation>
    </message>
    <message>
        <source>Connect Coolant…</source>
        <translation>Kühlung anschließen…</translation>
    </message>
    <message>
        <source>Connect Network…</source>
        <translation>Netzwerk anschließen…</translation>
    </message>
    <message>
        <source>Disconnect Line</source>
        <translation>Leitung trennen</translation>
    </message>
    <message>
        <source>Measure Cable Routes</source>
        <translation>Kabelwege messen</translation>
    </message>
    <message>
        <source>Select and Move</source>
        <translation>Auswählen und verschieben</translation>
    </message>
    <message>
        <source>Hall</source>
        <translation>Halle</translation>
    </message>
    <message>
        <source>Wall</source>
        <translation>Wand</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Säule</translation>
    </message>
    <message>
        <source>Door</source>
        <translation>Tür</translation>
    </message>
    <message>
        <source>Room</source>
        <translation>Raum</translation>
    </message>
    <message>
        <source>Keep Clear</source>
        <translation>Freizuhalten</translation>
    </message>
    <message>
        <source>Ramp</source>
        <translation>Rampe</translation>
    </message>
    <message>
        <source>Cable Tray</source>
        <translation>Kabeltrasse</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Snap</source>
        <translation>Einrasten</translation>
    </message>
    <message>
        <source>Import Drawing…</source>
        <translation>Zeichnung importieren…</translation>
    </message>
    <message>
        <source>Scale Drawing</source>
        <translation>Zeichnung skalieren</translation>
    </message>
    <message>
        <source>Array…</source>
        <translation>Reihe…</translation>
    </message>
    <message>
        <source>Make Block From Selection</source>
        <translation>Block aus Auswahl</translation>
    </message>
    <message>
        <source>Place Block</source>
        <translation>Block platzieren</translation>
    </message>
    <message>
        <source>Align Left</source>
        <translation>Links ausrichten</translation>
    </message>
    <message>
        <source>Align Centres East</source>
        <translation>Mitten in Ostrichtung ausrichten</translation>
    </message>
    <message>
        <source>Align Right</source>
        <translation>Rechts ausrichten</translation>
    </message>
    <message>
        <source>Align Top</source>
        <translation>Oben ausrichten</translation>
    </message>
    <message>
        <source>Align Centres North</source>
        <translation>Mitten in Nordrichtung ausrichten</translation>
    </message>
    <message>
        <source>Align Bottom</source>
        <translation>Unten ausrichten</translation>
    </message>
    <message>
        <source>Distribute East</source>
        <translation>In Ostrichtung verteilen</translation>
    </message>
    <message>
        <source>Distribute North</source>
        <translation>In Nordrichtung verteilen</translation>
    </message>
    <message>
        <source>Equal Gaps East</source>
        <translation>Gleiche Abstände nach Osten</translation>
    </message>
    <message>
        <source>Equal Gaps North</source>
        <translation>Gleiche Abstände nach Norden</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Step Back</source>
        <translation>Schritt zurück</translation>
    </message>
    <message>
        <source>Run Until…</source>
        <translation>Laufen bis…</translation>
    </message>
    <message>
        <source>Go to Time…</source>
        <translation>Gehe zu Zeit…</translation>
    </message>
    <message>
        <source>Save Run…</source>
        <translation>Lauf speichern…</translation>
    </message>
    <message>
        <source>Branch from Here…</source>
        <translation>Hier verzweigen…</translation>
    </message>
    <message>
        <source>Back to the Newest Instant</source>
        <translation>Zurück zum neuesten Zeitpunkt</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>Vergleichen…</translation>
    </message>
    <message>
        <source>Compare What Is Open</source>
        <translation>Geöffnetes vergleichen</translation>
    </message>
    <message>
        <source>Save Comparison…</source>
        <translation>Vergleich speichern…</translation>
    </message>
    <message>
        <source>Save Executive Page…</source>
        <translation>Übersichtsseite speichern…</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>Langsamer</translation>
    </message>
    <message>
        <source>Faster</source>
        <translation>Schneller</translation>
    </message>
    <message>
        <source>Start Again</source>
        <translation>Neu starten</translation>
    </message>
    <message>
        <source>Critical Alarm</source>
        <translation>Kritischer Alarm</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Failure or Trip</source>
        <translation>Ausfall oder Auslösung</translation>
    </message>
    <message>
        <source>Limit or Throttling</source>
        <translation>Grenzwert oder Drosselung</translation>
    </message>
    <message>
        <source>Lost Job</source>
        <translation>Verlorener Job</translation>
    </message>
    <message>
        <source>Preemption</source>
        <translation>Verdrängung</translation>
    </message>
    <message>
        <source>Next Event</source>
        <translation>Nächstes Ereignis</translation>
    </message>
    <message>
        <source>Previous Event</source>
        <translation>Vorheriges Ereignis</translation>
    </message>
    <message>
        <source>Serve…</source>
        <translation>Bereitstellen…</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>Quittieren</translation>
    </message>
    <message>
        <source>Acknowledge All</source>
        <translation>Alle quittieren</translation>
    </message>
    <message>
        <source>Submit Job…</source>
        <translation>Job einreichen…</translation>
    </message>
    <message>
        <source>Submit Like This…</source>
        <translation>Ähnlichen Job einreichen…</translation>
    </message>
    <message>
        <source>Job Page</source>
        <translation>Job-Seite</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>Zurückhalten</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>Preempt</source>
        <translation>Verdrängen</translation>
    </message>
    <message>
        <source>Kill…</source>
        <translation>Abbrechen…</translation>
    </message>
    <message>
        <source>Fit All</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Fit Selection</source>
        <translation>Auswahl zeigen</translation>
    </message>
    <message>
        <source>Isometric</source>
        <translation>Isometrisch</translation>
    </message>
    <message>
        <source>Top</source>
        <translation>Oben</translation>
    </message>
    <message>
        <source>Front</source>
        <translation>Vorn</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Hinten</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Parallel Projection</source>
        <translation>Parallelprojektion</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>Aisles</source>
        <translation>Gänge</translation>
    </message>
    <message>
        <source>Coolant Pipes</source>
        <translation>Kühlmittelrohre</translation>
    </message>
    <message>
        <source>Feeders and Busways</source>
        <translation>Einspeisungen und Stromschienen</translation>
    </message>
    <message>
        <source>Cable Trays</source>
        <translation>Kabeltrassen</translation>
    </message>
    <message>
        <source>Air Flow of the Hall</source>
        <translation>Luftströmung der Halle</translation>
    </message>
    <message>
        <source>Section and Focus</source>
        <translation>Schnitt und Fokus</translation>
    </message>
    <message>
        <source>Show Path of This Power</source>
        <translation>Strompfad zeigen</translation>
    </message>
    <message>
        <source>Show Path of This Coolant</source>
        <translation>Kühlmittelpfad zeigen</translation>
    </message>
    <message>
        <source>Show Racks of This Job</source>
        <translation>Racks dieses Jobs zeigen</translation>
    </message>
    <message>
        <source>Show Only the Selection</source>
        <translation>Nur Auswahl zeigen</translation>
    </message>
    <message>
        <source>Hide the Selection</source>
        <translation>Auswahl ausblenden</translation>
    </message>
    <message>
        <source>Show Only What Is in Trouble</source>
        <translation>Nur Gestörtes zeigen</translation>
    </message>
    <message>
        <source>Show Everything</source>
        <translation>Alles einblenden</translation>
    </message>
    <message>
        <source>Sensors</source>
        <translation>Sensoren</translation>
    </message>
    <message>
        <source>Fold Arrays</source>
        <translation>Reihen zusammenfassen</translation>
    </message>
    <message>
        <source>Unfold Arrays</source>
        <translation>Reihen auflösen</translation>
    </message>
    <message>
        <source>Add Chart…</source>
        <translation>Diagramm hinzufügen…</translation>
    </message>
    <message>
        <source>Wall Clock</source>
        <translation>Ortszeit</translation>
    </message>
    <message>
        <source>Since the Start</source>
        <translation>Seit dem Start</translation>
    </message>
    <message>
        <source>SI</source>
        <translation>SI</translation>
    </message>
    <message>
        <source>US Customary</source>
        <translation>US-Einheiten</translation>
    </message>
    <message>
        <source>Mixed</source>
        <translation>Gemischt</translation>
    </message>
    <message>
        <source>Why This Number?</source>
        <translation>Warum diese Zahl?</translation>
    </message>
    <message>
        <source>Chart This Number</source>
        <translation>Diese Zahl als Diagramm</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Warum?</translation>
    </message>
    <message>
        <source>What Would Fail With It</source>
        <translation>Was damit ausfiele</translation>
    </message>
    <message>
        <source>Clear Blast Radius</source>
        <translation>Ausfallradius löschen</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>Coolant Supply</source>
        <translation>Kühlmittelvorlauf</translation>
    </message>
    <message>
        <source>Chip Temperature</source>
        <translation>Chiptemperatur</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Takt</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Coolant Return</source>
        <translation>Kühlmittelrücklauf</translation>
    </message>
    <message>
        <source>Inlet Air</source>
        <translation>Zuluft</translation>
    </message>
    <message>
        <source>Coolant Flow</source>
        <translation>Kühlmittelfluss</translation>
    </message>
    <message>
        <source>Mean Chip Temperature</source>
        <translation>Mittlere Chiptemperatur</translation>
    </message>
    <message>
        <source>Busiest Accelerator</source>
        <translation>Am stärksten ausgelasteter Beschleuniger</translation>
    </message>
    <message>
        <source>Power by Clock</source>
        <translation>Leistung nach Takt</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Fit Colours to Values Now</source>
        <translation>Farben an jetzige Werte anpassen</translation>
    </message>
    <message>
        <source>Colours by Rating</source>
        <translation>Farben nach Nennwert</translation>
    </message>
    <message>
        <source>Viridis</source>
        <translation>Viridis</translation>
    </message>
    <message>
        <source>Cividis</source>
        <translation>Cividis</translation>
    </message>
    <message>
        <source>Like the System</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Walk</source>
        <translation>Begehen</translation>
    </message>
    <message>
        <source>Turntable</source>
        <translation>Drehteller</translation>
    </message>
    <message>
        <source>Light of the Hour</source>
        <translation>Licht der Stunde</translation>
    </message>
    <message>
        <source>Play Blast Radius as a Wave</source>
        <translation>Ausfallradius als Welle abspielen</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High Contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>Larger Text</source>
        <translation>Größere Schrift</translation>
    </message>
    <message>
        <source>Smaller Text</source>
        <translation>Kleinere Schrift</translation>
    </message>
    <message>
        <source>Usual Text</source>
        <translation>Normale Schrift</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>Erkunden</translation>
    </message>
    <message>
        <source>Design</source>
        <translation>Entwerfen</translation>
    </message>
    <message>
        <source>Simulate</source>
        <translation>Simulieren</translation>
    </message>
    <message>
        <source>Present</source>
        <translation>Präsentieren</translation>
    </message>
    <message>
        <source>Operate</source>
        <translation>Betreiben</translation>
    </message>
    <message>
        <source>Next Pane</source>
        <translation>Nächster Bereich</translation>
    </message>
    <message>
        <source>Previous Pane</source>
        <translation>Vorheriger Bereich</translation>
    </message>
    <message>
        <source>View Only</source>
        <translation>Nur die Ansicht</translation>
    </message>
    <message>
        <source>Full Screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Reset Layout</source>
        <translation>Anordnung zurücksetzen</translation>
    </message>
    <message>
        <source>Help on This</source>
        <translation>Hilfe hierzu</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Search Manual…</source>
        <translation>Handbuch durchsuchen…</translation>
    </message>
    <message>
        <source>Welcome Page</source>
        <translation>Startseite</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Tour</source>
        <translation>Rundgang</translation>
    </message>
    <message>
        <source>Find Command…</source>
        <translation>Befehl suchen…</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts…</source>
        <translation>Tastenkürzel…</translation>
    </message>
    <message>
        <source>About Headroom</source>
        <translation>Über Headroom</translation>
    </message>
    <message>
        <source>English</source>
        <translation>English</translation>
    </message>
    <message>
        <source>Deutsch</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>简体中文</source>
        <translation>简体中文</translation>
    </message>
    <message>
        <source>Use English from the next start</source>
        <translation>Ab dem nächsten Start Englisch verwenden</translation>
    </message>
    <message>
        <source>Use German from the next start</source>
        <translation>Ab dem nächsten Start Deutsch verwenden</translation>
    </message>
    <message>
        <source>Use simplified Chinese from the next start</source>
        <translation>Ab dem nächsten Start vereinfachtes Chinesisch verwenden</translation>
    </message>
</context>
<context>
    <name>Docks</name>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Catalogue</source>
        <translation>Katalog</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Blast Radius</source>
        <translation>Ausfallradius</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>Rack</translation>
    </message>
    <message>
        <source>Why This Number</source>
        <translation>Warum diese Zahl</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Alarms</source>
        <translation>Alarme</translation>
    </message>
    <message>
        <source>Telemetry</source>
        <translation>Telemetrie</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Strom</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>Verluste</translation>
    </message>
    <message>
        <source>Power Swings</source>
        <translation>Leistungsschwankungen</translation>
    </message>
    <message>
        <source>Cooling</source>
        <translation>Kühlung</translation>
    </message>
    <message>
        <source>PUE and WUE</source>
        <translation>PUE und WUE</translation>
    </message>
    <message>
        <source>Fabric</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>Faults</source>
        <translation>Störungen</translation>
    </message>
    <message>
        <source>Storyboard</source>
        <translation>Storyboard</translation>
    </message>
    <message>
        <source>Certainty</source>
        <translation>Sicherheit</translation>
    </message>
    <message>
        <source>Drills</source>
        <translation>Übungen</translation>
    </message>
</context>
<context>
    <name>Views</name>
    <message>
        <source>3-D</source>
        <translation>3-D</translation>
    </message>
    <message>
        <source>3-D View</source>
        <translation>3-D-Ansicht</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Grundriss</translation>
    </message>
    <message>
        <source>Plan View</source>
        <translation>Grundrissansicht</translation>
    </message>
    <message>
        <source>One-line</source>
        <translation>Einlinig</translation>
    </message>
    <message>
        <source>One-Line Diagram</source>
        <translation>Einlinienschema</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>Process Diagram</source>
        <translation>Prozessschema</translation>
    </message>
    <message>
        <source>Fabric</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>Fabric Diagram</source>
        <translation>Netzwerkschema</translation>
    </message>
    <message>
        <source>Gantt</source>
        <translation>Gantt</translation>
    </message>
    <message>
        <source>Gantt Chart</source>
        <translation>Gantt-Diagramm</translation>
    </message>
    <message>
        <source>Policies</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Policy Comparison</source>
        <translation>Vergleich der Verfahren</translation>
    </message>
    <message>
        <source>Causes</source>
        <translation>Ursachen</translation>
    </message>
    <message>
        <source>Reliability</source>
        <translation>Zuverlässigkeit</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Money and Carbon</source>
        <translation>Kosten und CO₂</translation>
    </message>
    <message>
        <source>Studies</source>
        <translation>Studien</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Gegenüberstellung</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>Back in service.</source>
        <translation>Wieder in Betrieb.</translation>
    </message>
    <message>
        <source>Placed on %1 accelerators after waiting %2.</source>
        <translation>Auf %1 Beschleunigern gestartet nach %2 Wartezeit.</translation>
    </message>
    <message>
        <source>Submitted: %1 accelerators.</source>
        <translation>Eingereicht: %1 Beschleuniger.</translation>
    </message>
    <message>
        <source>Accelerators passed %1 and switched off.</source>
        <translation>Beschleuniger haben %1 überschritten und sich abgeschaltet.</translation>
    </message>
    <message>
        <source>Its heat rejection: %1 running.</source>
        <translation>Rückkühlung: %1 in Betrieb.</translation>
    </message>
    <message>
        <source>Its heat rejection: %1 running, and %2 more group with it.</source>
        <translation>Rückkühlung: %1 in Betrieb; %2 weitere Gruppe ist betroffen.</translation>
    </message>
    <message>
        <source>Its CDU pumps: %1 running.</source>
        <translation>CDU-Pumpen: %1 in Betrieb.</translation>
    </message>
    <message>
        <source>Its CDU pumps: %1 running, and %2 more group with it.</source>
        <translation>CDU-Pumpen: %1 in Betrieb; %2 weitere Gruppe ist betroffen.</translation>
    </message>
    <message>
        <source>Completed after %1 with %2 restarts.</source>
        <translation>Abgeschlossen nach %1 mit %2 Neustarts.</translation>
    </message>
    <message>
        <source>Completed after %1 with %2 restart.</source>
        <translation>Abgeschlossen nach %1 mit %2 Neustart.</translation>
    </message>
    <message>
        <source>Interrupted; %1 of work on %2 accelerators lost since its last checkpoint.</source>
        <translation>Unterbrochen; %1 Arbeit auf %2 Beschleunigern seit dem letzten Checkpoint verloren.</translation>
    </message>
    <message>
        <source>Preempted; %1 of work on %2 accelerators lost since its last checkpoint in storage.</source>
        <translation>Verdrängt; %1 Arbeit auf %2 Beschleunigern seit dem letzten gespeicherten Checkpoint verloren.</translation>
    </message>
    <message>
        <source>Preempted with a checkpoint: nothing is lost.</source>
        <translation>Mit Checkpoint verdrängt: Es geht nichts verloren.</translation>
    </message>
    <message>
        <source>%1 took servers back; %2 of work on %3 accelerators lost since its last checkpoint.</source>
        <translation>%1 hat Server zurückgenommen; %2 Arbeit auf %3 Beschleunigern seit dem letzten Checkpoint verloren.</translation>
    </message>
    <message>
        <source>On battery with %1: %2 left.</source>
        <translation>Auf Batterie mit %1: noch %2.</translation>
    </message>
    <message>
        <source>Mains lost.</source>
        <translation>Netz ausgefallen.</translation>
    </message>
    <message>
        <source>Mains back.</source>
        <translation>Netz wieder da.</translation>
    </message>
    <message>
        <source>Its source is away: changes over in %1.</source>
        <translation>Quelle ausgefallen: schaltet in %1 um.</translation>
    </message>
    <message>
        <source>Input good: walks in over %1.</source>
        <translation>Eingang in Ordnung: übernimmt die Last über %1.</translation>
    </message>
    <message>
        <source>Off battery, which lacks %1.</source>
        <translation>Nicht mehr auf Batterie; ihr fehlen %1.</translation>
    </message>
    <message>
        <source>Battery full again.</source>
        <translation>Batterie wieder voll.</translation>
    </message>
    <message>
        <source>Returns to its preferred source.</source>
        <translation>Kehrt zur bevorzugten Quelle zurück.</translation>
    </message>
    <message>
        <source>Its incoming breaker is opened.</source>
        <translation>Der Einspeiseschalter wird geöffnet.</translation>
    </message>
    <message>
        <source>Its incoming breaker is closed.</source>
        <translation>Der Einspeiseschalter wird geschlossen.</translation>
    </message>
    <message>
        <source>A person opens its incoming breaker by mistake.</source>
        <translation>Jemand öffnet versehentlich den Einspeiseschalter.</translation>
    </message>
    <message>
        <source>Back at the rate that it had.</source>
        <translation>Wieder so schnell wie zuvor.</translation>
    </message>
    <message>
        <source>Noticed and named after %1.</source>
        <translation>Nach %1 bemerkt und gefunden.</translation>
    </message>
    <message>
        <source>A crew begins the repair: done in %1, if all goes well.</source>
        <translation>Ein Team beginnt die Reparatur: fertig in %1, wenn alles gut geht.</translation>
    </message>
    <message>
        <source>Takes power from %1.</source>
        <translation>Bezieht Strom von %1.</translation>
    </message>
    <message>
        <source>Ordered to start: ready in %1.</source>
        <translation>Startbefehl: bereit in %1.</translation>
    </message>
    <message>
        <source>%1 of %2 failed to start.</source>
        <translation>%1 von %2 sind nicht gestartet.</translation>
    </message>
    <message>
        <source>Runs: %1 of %2, %3.</source>
        <translation>Läuft: %1 von %2, %3.</translation>
    </message>
    <message>
        <source>The mains carries the load again: stops.</source>
        <translation>Das Netz trägt die Last wieder: hält an.</translation>
    </message>
    <message>
        <source>Voltage sags to %1.</source>
        <translation>Spannung bricht auf %1 ein.</translation>
    </message>
    <message>
        <source>Voltage back to nominal.</source>
        <translation>Spannung wieder auf Nennwert.</translation>
    </message>
    <message>
        <source>Passed %1: clocks fall (%2 of %3 racks of %4).</source>
        <translation>%1 überschritten: Takte sinken (%2 von %3 Racks von %4).</translation>
    </message>
    <message>
        <source>No rack is above its throttle limit.</source>
        <translation>Kein Rack liegt über der Drosselgrenze.</translation>
    </message>
    <message>
        <source>Nothing is broken: cooling follows load and weather, wet bulb %1.</source>
        <translation>Nichts ist defekt: Die Kühlung folgt Last und Wetter, Feuchtkugel %1.</translation>
    </message>
    <message>
        <source>Nothing is broken: the load is as submitted, and coolant and air are as they should be.</source>
        <translation>Nichts ist defekt: Die Last ist wie eingereicht, Kühlmittel und Luft sind in Ordnung.</translation>
    </message>
    <message>
        <source>Supply temperature %1 → %2.</source>
        <translation>Vorlauftemperatur %1 → %2.</translation>
    </message>
    <message>
        <source>IT power %1 (%2).</source>
        <translation>IT-Leistung %1 (%2).</translation>
    </message>
    <message>
        <source>Training %1.</source>
        <translation>Training: %1.</translation>
    </message>
    <message>
        <source>Busy accelerators %1 → %2.</source>
        <translation>Belegte Beschleuniger %1 → %2.</translation>
    </message>
    <message>
        <source>Scales from %1 to %2 replicas.</source>
        <translation>Skaliert von %1 auf %2 Replikate.</translation>
    </message>
    <message>
        <source>Pressure is gone: the pumps cut out.</source>
        <translation>Kein Druck mehr: Die Pumpen schalten ab.</translation>
    </message>
    <message>
        <source>Leaks %1 at %2.</source>
        <translation>Leckt %1 bei %2.</translation>
    </message>
    <message>
        <source>Leak detection has shut the valves.</source>
        <translation>Die Leckerkennung hat die Ventile geschlossen.</translation>
    </message>
    <message>
        <source>The control valve moves again.</source>
        <translation>Das Regelventil bewegt sich wieder.</translation>
    </message>
    <message>
        <source>The control valve sticks at %1 %.</source>
        <translation>Das Regelventil klemmt bei %1 %.</translation>
    </message>
    <message>
        <source>The exchanger is clean.</source>
        <translation>Der Wärmetauscher ist sauber.</translation>
    </message>
    <message>
        <source>The exchanger keeps %1 % of its conductance.</source>
        <translation>Der Wärmetauscher behält %1 % seines Leitwerts.</translation>
    </message>
    <message>
        <source>Mended and filled up.</source>
        <translation>Repariert und aufgefüllt.</translation>
    </message>
    <message>
        <source>Reset by a person.</source>
        <translation>Von Hand zurückgesetzt.</translation>
    </message>
    <message>
        <source>Make-up water has run out: towers go dry.</source>
        <translation>Nachspeisewasser verbraucht: Kühltürme laufen trocken.</translation>
    </message>
    <message>
        <source>Make-up water has run out: pads go dry.</source>
        <translation>Nachspeisewasser verbraucht: Befeuchtung fällt trocken.</translation>
    </message>
    <message>
        <source>Make-up water is back.</source>
        <translation>Nachspeisewasser wieder da.</translation>
    </message>
    <message>
        <source>Repaired, as ordered.</source>
        <translation>Repariert, wie angeordnet.</translation>
    </message>
    <message>
        <source>Fails, as ordered.</source>
        <translation>Fällt aus, wie angeordnet.</translation>
    </message>
    <message>
        <source>Slower, as ordered.</source>
        <translation>Langsamer, wie angeordnet.</translation>
    </message>
    <message>
        <source>Comes and goes, as ordered.</source>
        <translation>Kommt und geht, wie angeordnet.</translation>
    </message>
    <message>
        <source>Is out of service already.</source>
        <translation>Ist schon außer Betrieb.</translation>
    </message>
    <message>
        <source>%1: a redundant part failed; nothing stops.</source>
        <translation>%1: Ein redundantes Teil ist ausgefallen; nichts hält an.</translation>
    </message>
    <message>
        <source>%1: computes wrong results, and nobody sees it.</source>
        <translation>%1: rechnet falsch, und niemand merkt es.</translation>
    </message>
    <message>
        <source>%1: noticed after %2.</source>
        <translation>%1: nach %2 bemerkt.</translation>
    </message>
    <message>
        <source>%1: continues at %2 of its speed.</source>
        <translation>%1: läuft mit %2 der Geschwindigkeit weiter.</translation>
    </message>
    <message>
        <source>%1: the job stops; noticed after %2.</source>
        <translation>%1: Der Job hält an; nach %2 bemerkt.</translation>
    </message>
    <message>
        <source>%1: the others share its load.</source>
        <translation>%1: Die anderen teilen sich die Last.</translation>
    </message>
    <message>
        <source>%1: a part announces its failure; the server will be drained.</source>
        <translation>%1: Ein Teil kündigt seinen Ausfall an; der Server wird geleert.</translation>
    </message>
    <message>
        <source>%1 failed: %2 of %3 in service.</source>
        <translation>%1 ausgefallen: %2 von %3 in Betrieb.</translation>
    </message>
    <message>
        <source>%1 back: %2 of %3 in service.</source>
        <translation>%1 wieder da: %2 von %3 in Betrieb.</translation>
    </message>
    <message>
        <source>Nothing is placed until it is back, in %1.</source>
        <translation>Bis zur Rückkehr in %1 wird nichts zugeteilt.</translation>
    </message>
    <message>
        <source>Jobs are placed again.</source>
        <translation>Jobs werden wieder zugeteilt.</translation>
    </message>
    <message>
        <source>%1 faults in %2: tested in depth and exchanged before it returns.</source>
        <translation>%1 Fehler in %2: vor der Rückkehr gründlich geprüft und getauscht.</translation>
    </message>
    <message>
        <source>Silent corruption found by test %1 after %2.</source>
        <translation>Stille Datenverfälschung durch Test %1 nach %2 gefunden.</translation>
    </message>
    <message>
        <source>Ended by order.</source>
        <translation>Auf Befehl beendet.</translation>
    </message>
    <message>
        <source>Preempted by order.</source>
        <translation>Auf Befehl verdrängt.</translation>
    </message>
    <message>
        <source>Held by order.</source>
        <translation>Auf Befehl angehalten.</translation>
    </message>
    <message>
        <source>Released by order.</source>
        <translation>Auf Befehl freigegeben.</translation>
    </message>
    <message>
        <source>Next in line; waits until enough accelerators are free at once.</source>
        <translation>Als Nächster an der Reihe; wartet auf genug freie Beschleuniger.</translation>
    </message>
    <message>
        <source>Waits behind earlier jobs (first in, first out).</source>
        <translation>Wartet hinter früheren Jobs (der Reihe nach).</translation>
    </message>
    <message>
        <source>Starting: scheduling, loading, reading its checkpoint.</source>
        <translation>Startet: Zuteilen, Laden, Checkpoint lesen.</translation>
    </message>
    <message>
        <source>Bound by computing.</source>
        <translation>Begrenzt durch das Rechnen.</translation>
    </message>
    <message>
        <source>Slowed by a rack that throttles on temperature.</source>
        <translation>Verlangsamt durch ein Rack, das wegen Temperatur drosselt.</translation>
    </message>
    <message>
        <source>Slowed by the network.</source>
        <translation>Verlangsamt durch das Netzwerk.</translation>
    </message>
    <message>
        <source>Answers requests.</source>
        <translation>Beantwortet Anfragen.</translation>
    </message>
    <message>
        <source>Interrupted; waits to restart from its last checkpoint.</source>
        <translation>Unterbrochen; wartet auf den Neustart vom letzten Checkpoint.</translation>
    </message>
    <message>
        <source>Preempted; waits to continue from its last checkpoint.</source>
        <translation>Verdrängt; wartet auf die Fortsetzung vom letzten Checkpoint.</translation>
    </message>
    <message>
        <source>Waits for its turn under the scheduling policy.</source>
        <translation>Wartet nach der Zuteilungsregel, bis er an der Reihe ist.</translation>
    </message>
    <message>
        <source>Back to its %1 accelerators.</source>
        <translation>Wieder auf %1 Beschleunigern.</translation>
    </message>
    <message>
        <source>Takes the accelerators of %1 for others that go first.</source>
        <translation>Gibt die Beschleuniger von %1 an vorrangige Jobs.</translation>
    </message>
    <message>
        <source>Its external battery is empty: gives nothing more.</source>
        <translation>Die externe Batterie ist leer: gibt nichts mehr ab.</translation>
    </message>
    <message>
        <source>Heats up: ready in %1.</source>
        <translation>Heizt auf: bereit in %1.</translation>
    </message>
    <message>
        <source>Takes %1 in one step; its block load is %2: voltage and frequency dip.</source>
        <translation>Nimmt %1 in einer Stufe auf; zulässig sind %2: Spannung und Frequenz brechen ein.</translation>
    </message>
    <message>
        <source>All clocks are free again.</source>
        <translation>Alle Takte sind wieder frei.</translation>
    </message>
    <message>
        <source>Beyond its limit by %1: the power controller lowers clocks behind it.</source>
        <translation>%1 über der Grenze: Der Leistungsregler senkt dahinter die Takte.</translation>
    </message>
    <message>
        <source>The limit of the hours ends: accelerators have all of their power.</source>
        <translation>Die stündliche Grenze endet: Beschleuniger haben volle Leistung.</translation>
    </message>
    <message>
        <source>Accelerators are limited to %1 of their power in %2.</source>
        <translation>Beschleuniger sind in %2 auf %1 ihrer Leistung begrenzt.</translation>
    </message>
    <message>
        <source>Its breaker from %1 carries %2 on %3: trips in %4 at this load.</source>
        <translation>Der Schalter von %1 führt %2 bei %3: löst bei dieser Last in %4 aus.</translation>
    </message>
    <message>
        <source>Its breaker from %1 trips: %2 on %3.</source>
        <translation>Der Schalter von %1 löst aus: %2 bei %3.</translation>
    </message>
    <message>
        <source>Its breaker from %1 clears the fault.</source>
        <translation>Der Schalter von %1 schaltet den Fehler ab.</translation>
    </message>
    <message>
        <source>Overload: %1 on %2; its output switches off.</source>
        <translation>Überlast: %1 bei %2; der Ausgang schaltet ab.</translation>
    </message>
    <message>
        <source>Overload: %1 on %2; trips.</source>
        <translation>Überlast: %1 bei %2; löst aus.</translation>
    </message>
    <message>
        <source>Loaded to %1 of what is in service.</source>
        <translation>Zu %1 der verfügbaren Leistung belastet.</translation>
    </message>
    <message>
        <source>Out of fuel: stops.</source>
        <translation>Kein Kraftstoff: hält an.</translation>
    </message>
    <message>
        <source>Short circuit, %1 prospective.</source>
        <translation>Kurzschluss, %1 unbeeinflusst.</translation>
    </message>
    <message>
        <source>The rack lost all its feeds and is off.</source>
        <translation>Das Rack hat alle Einspeisungen verloren und ist aus.</translation>
    </message>
    <message>
        <source>%1 racks lost all their feeds and are off, this one first.</source>
        <translation>%1 Racks haben alle Einspeisungen verloren und sind aus, dieses zuerst.</translation>
    </message>
    <message>
        <source>Battery empty while locked out: its output is dead.</source>
        <translation>Batterie leer während der Verriegelung: Ausgang spannungslos.</translation>
    </message>
    <message>
        <source>Battery empty: its output is dead.</source>
        <translation>Batterie leer: Ausgang spannungslos.</translation>
    </message>
    <message>
        <source>Input back: carries its load again.</source>
        <translation>Eingang wieder da: trägt die Last wieder.</translation>
    </message>
    <message>
        <source>Input lost and the battery is empty.</source>
        <translation>Eingang verloren und Batterie leer.</translation>
    </message>
    <message>
        <source>%1 disturbances within %2: locked on battery until a person resets it; %3 left at %4.</source>
        <translation>%1 Störungen in %2: auf Batterie verriegelt bis zum Rücksetzen von Hand; noch %3 bei %4.</translation>
    </message>
    <message>
        <source>Its data goes to %1: %2 TB at %3 GB/s.</source>
        <translation>Die Daten gehen nach %1: %2 TB mit %3 GB/s.</translation>
    </message>
    <message>
        <source>Servers start at %1.</source>
        <translation>Server starten bei %1.</translation>
    </message>
    <message>
        <source>Runs at %1.</source>
        <translation>Läuft bei %1.</translation>
    </message>
    <message>
        <source>The design was changed.</source>
        <translation>Der Entwurf wurde geändert.</translation>
    </message>
    <message>
        <source>The design was changed: %1.</source>
        <translation>Der Entwurf wurde geändert: %1.</translation>
    </message>
    <message>
        <source>No path is left over %1: its collectives halt and end after %2.</source>
        <translation>Über %1 bleibt kein Weg: Kollektive stehen still und enden nach %2.</translation>
    </message>
    <message>
        <source>It has no place on the site: plan, 3-D and reports leave it out.</source>
        <translation>Kein Platz auf dem Gelände: Plan, 3-D und Berichte lassen das Teil weg.</translation>
    </message>
    <message>
        <source>On a design day of %1 and a wet bulb of %2 its water is supplied at %3 with all fans at full speed, and set to %4.</source>
        <translation>An einem Auslegungstag mit %1 und Feuchtkugel %2 kommt das Wasser bei vollen Lüftern mit %3; eingestellt sind %4.</translation>
    </message>
    <message>
        <source>On a design day of %1 and a wet bulb of %2 its water is supplied at %3 with all fans at full speed, and set to %4: too warm for %5.</source>
        <translation>An einem Auslegungstag mit %1 und Feuchtkugel %2 kommt das Wasser bei vollen Lüftern mit %3; eingestellt sind %4: zu warm für %5.</translation>
    </message>
    <message>
        <source>Its water is set to %1, but the curves of %2 were fitted from %3 to %4: beyond, capacity goes by the lift, and power by the lift at the same share of Carnot.</source>
        <translation>Das Wasser ist auf %1 eingestellt, die Kennlinien von %2 gelten aber von %3 bis %4: Außerhalb folgt die Kapazität dem Temperaturhub und die Leistung dem Hub bei gleichem Carnot-Anteil.</translation>
    </message>
    <message>
        <source>Its leaves have %1 times as much bandwidth down as up: traffic that leaves them gets as much less.</source>
        <translation>Die Leaf-Switches haben %1-mal so viel Bandbreite nach unten wie nach oben: Verkehr nach außen bekommt entsprechend weniger.</translation>
    </message>
    <message>
        <source>Its hottest %1 reaches %2 at full activity, and slows down from %3 on.</source>
        <translation>Der heißeste %1 erreicht bei voller Aktivität %2 und drosselt ab %3.</translation>
    </message>
    <message>
        <source>All feeds of its racks pass %1: while it is out, %2 racks live on generator sets alone, and the two ways are one.</source>
        <translation>Alle Einspeisungen der Racks führen über %1: Fällt es aus, laufen %2 Racks nur über Aggregate, und die zwei Wege sind einer.</translation>
    </message>
    <message>
        <source>With every utility dead, the load that it then carries alone can swing by %1; it follows %2 while its own store lasts, then it trips.</source>
        <translation>Ohne Netz kann die allein getragene Last um %1 schwanken; gefolgt wird %2, solange der eigene Speicher reicht, dann Abschaltung.</translation>
    </message>
    <message>
        <source>%1 of its racks have a label of %2 in the same hall, as %3.</source>
        <translation>%1 Racks tragen eine Bezeichnung von %2 in derselben Halle, etwa %3.</translation>
    </message>
    <message>
        <source>Heat to reject is %1 at full activity, but %2 reject, at their rating, %3.</source>
        <translation>Bei voller Aktivität sind %1 abzuführen, aber %2 führen im Nennbetrieb %3 ab.</translation>
    </message>
    <message>
        <source>Its racks are cooled by liquid, but no CDU group serves them.</source>
        <translation>Die Racks sind flüssiggekühlt, aber keine CDU-Gruppe versorgt sie.</translation>
    </message>
    <message>
        <source>Nothing joins its water to that outdoors, and it has no chillers.</source>
        <translation>Nichts verbindet das Wasser mit dem Außenkreis, und es gibt keine Kältemaschinen.</translation>
    </message>
    <message>
        <source>No generator set supports it: an outage longer than its battery stops its loads.</source>
        <translation>Kein Aggregat stützt sie: Ein Ausfall, der länger als die Batterie dauert, stoppt die Lasten.</translation>
    </message>
    <message>
        <source>It states no agreed capacity, so its load cannot be checked.</source>
        <translation>Die vereinbarte Leistung fehlt, daher kann die Last nicht geprüft werden.</translation>
    </message>
    <message>
        <source>It ends before it begins.</source>
        <translation>Das Ende liegt vor dem Beginn.</translation>
    </message>
    <message>
        <source>Add a storage group.</source>
        <translation>Eine Speichergruppe hinzufügen.</translation>
    </message>
    <message>
        <source>Choose a larger breaker.</source>
        <translation>Einen größeren Leistungsschalter wählen.</translation>
    </message>
    <message>
        <source>Choose a larger cable.</source>
        <translation>Ein größeres Kabel wählen.</translation>
    </message>
    <message>
        <source>Choose a faster switch.</source>
        <translation>Einen schnelleren Switch wählen.</translation>
    </message>
    <message>
        <source>Move one of the two.</source>
        <translation>Eines der beiden verschieben.</translation>
    </message>
    <message>
        <source>Change the plan of the job.</source>
        <translation>Den Plan des Jobs ändern.</translation>
    </message>
    <message>
        <source>Lower oversubscription, or keep jobs inside a leaf.</source>
        <translation>Überbuchung senken oder Jobs innerhalb eines Leafs halten.</translation>
    </message>
</context>
<context>
    <name>Attributes</name>
    <message>
        <source>Price book</source>
        <translation>Preisbuch</translation>
    </message>
    <message>
        <source>Tariff</source>
        <translation>Tarif</translation>
    </message>
    <message>
        <source>Hourly prices</source>
        <translation>Stündliche Preise</translation>
    </message>
    <message>
        <source>Columns of the prices</source>
        <translation>Spalten der Preise</translation>
    </message>
    <message>
        <source>Hourly carbon intensity</source>
        <translation>Stündliche CO₂-Intensität</translation>
    </message>
    <message>
        <source>Columns of the carbon files</source>
        <translation>Spalten der CO₂-Dateien</translation>
    </message>
    <message>
        <source>Hourly marginal intensity</source>
        <translation>Stündliche Grenzintensität</translation>
    </message>
    <message>
        <source>Horizon</source>
        <translation>Zeithorizont</translation>
    </message>
    <message>
        <source>Discount rate</source>
        <translation>Diskontsatz</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>Währung</translation>
    </message>
    <message>
        <source>Exchange rate</source>
        <translation>Wechselkurs</translation>
    </message>
    <message>
        <source>Premises</source>
        <translation>Räumlichkeiten</translation>
    </message>
    <message>
        <source>Phases</source>
        <translation>Bauabschnitte</translation>
    </message>
    <message>
        <source>Licensed</source>
        <translation>Lizenziert</translation>
    </message>
    <message>
        <source>Debt</source>
        <translation>Fremdkapital</translation>
    </message>
    <message>
        <source>Interest</source>
        <translation>Zins</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>Laufzeit</translation>
    </message>
    <message>
        <source>Leased</source>
        <translation>Geleast</translation>
    </message>
    <message>
        <source>Rate of leases</source>
        <translation>Leasingsatz</translation>
    </message>
    <message>
        <source>Term of leases</source>
        <translation>Leasinglaufzeit</translation>
    </message>
    <message>
        <source>Left after a lease</source>
        <translation>Rest nach dem Leasing</translation>
    </message>
    <message>
        <source>Income tax</source>
        <translation>Ertragsteuer</translation>
    </message>
    <message>
        <source>Depreciation</source>
        <translation>Abschreibung</translation>
    </message>
    <message>
        <source>Price of carbon</source>
        <translation>CO₂-Preis</translation>
    </message>
    <message>
        <source>Data at a cloud</source>
        <translation>Daten in einer Cloud</translation>
    </message>
    <message>
        <source>Solar field</source>
        <translation>Solarfeld</translation>
    </message>
    <message>
        <source>Tilt</source>
        <translation>Neigung</translation>
    </message>
    <message>
        <source>Azimuth</source>
        <translation>Azimut</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>Verluste</translation>
    </message>
    <message>
        <source>Inverters</source>
        <translation>Wechselrichter</translation>
    </message>
    <message>
        <source>Battery</source>
        <translation>Batterie</translation>
    </message>
    <message>
        <source>Power of the battery</source>
        <translation>Leistung der Batterie</translation>
    </message>
    <message>
        <source>Round trip</source>
        <translation>Wirkungsgrad Zyklus</translation>
    </message>
    <message>
        <source>Follows</source>
        <translation>Folgt</translation>
    </message>
    <message>
        <source>Surplus</source>
        <translation>Überschuss</translation>
    </message>
    <message>
        <source>Power purchase agreement</source>
        <translation>Stromliefervertrag (PPA)</translation>
    </message>
    <message>
        <source>Price of the agreement</source>
        <translation>Vertragspreis</translation>
    </message>
    <message>
        <source>Hours of the agreement</source>
        <translation>Vertragsstunden</translation>
    </message>
    <message>
        <source>Deferred work</source>
        <translation>Verschobene Arbeit</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Accepted by</source>
        <translation>Akzeptiert von</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>East of it</source>
        <translation>Östlich davon</translation>
    </message>
    <message>
        <source>North of it</source>
        <translation>Nördlich davon</translation>
    </message>
    <message>
        <source>Hall</source>
        <translation>Halle</translation>
    </message>
    <message>
        <source>Power from</source>
        <translation>Strom von</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Value of time</source>
        <translation>Wert der Zeit</translation>
    </message>
    <message>
        <source>Price here</source>
        <translation>Preis hier</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>Geduld</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Überprüfung</translation>
    </message>
    <message>
        <source>Rent at most</source>
        <translation>Miete höchstens</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>CDU</source>
        <translation>CDU</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>Facility water</source>
        <translation>Gebäudewasser</translation>
    </message>
    <message>
        <source>Supply set-point</source>
        <translation>Vorlauf-Sollwert</translation>
    </message>
    <message>
        <source>Coolant</source>
        <translation>Kühlmittel</translation>
    </message>
    <message>
        <source>One loop each</source>
        <translation>Je ein Kreis</translation>
    </message>
    <message>
        <source>Return piping</source>
        <translation>Rücklaufführung</translation>
    </message>
    <message>
        <source>Velocity in headers</source>
        <translation>Geschwindigkeit im Verteiler</translation>
    </message>
    <message>
        <source>Valve control gain</source>
        <translation>Verstärkung Ventilregler</translation>
    </message>
    <message>
        <source>Valve control integral time</source>
        <translation>Nachstellzeit Ventilregler</translation>
    </message>
    <message>
        <source>Fill pressure</source>
        <translation>Fülldruck</translation>
    </message>
    <message>
        <source>Expansion vessel</source>
        <translation>Ausdehnungsgefäß</translation>
    </message>
    <message>
        <source>Leak isolation</source>
        <translation>Leckabsperrung</translation>
    </message>
    <message>
        <source>X</source>
        <translation>X</translation>
    </message>
    <message>
        <source>Y</source>
        <translation>Y</translation>
    </message>
    <message>
        <source>Pitch</source>
        <translation>Raster</translation>
    </message>
    <message>
        <source>Design rise</source>
        <translation>Auslegungsspreizung</translation>
    </message>
    <message>
        <source>Cooling tower</source>
        <translation>Kühlturm</translation>
    </message>
    <message>
        <source>Tower cells</source>
        <translation>Turmzellen</translation>
    </message>
    <message>
        <source>Dry cooler</source>
        <translation>Trockenkühler</translation>
    </message>
    <message>
        <source>Dry coolers</source>
        <translation>Trockenkühler</translation>
    </message>
    <message>
        <source>Chiller</source>
        <translation>Kältemaschine</translation>
    </message>
    <message>
        <source>Chillers</source>
        <translation>Kältemaschinen</translation>
    </message>
    <message>
        <source>Economiser approach</source>
        <translation>Grädigkeit der freien Kühlung</translation>
    </message>
    <message>
        <source>Economiser</source>
        <translation>Freikühler</translation>
    </message>
    <message>
        <source>Economisers</source>
        <translation>Freikühler</translation>
    </message>
    <message>
        <source>Lowest tower water</source>
        <translation>Tiefste Turmwassertemperatur</translation>
    </message>
    <message>
        <source>Tower water over wet bulb</source>
        <translation>Turmwasser über Feuchtkugel</translation>
    </message>
    <message>
        <source>Pump</source>
        <translation>Pumpe</translation>
    </message>
    <message>
        <source>Pumps</source>
        <translation>Pumpen</translation>
    </message>
    <message>
        <source>Condenser pump</source>
        <translation>Kondensatorpumpe</translation>
    </message>
    <message>
        <source>Condenser pumps</source>
        <translation>Kondensatorpumpen</translation>
    </message>
    <message>
        <source>Water volume</source>
        <translation>Wasservolumen</translation>
    </message>
    <message>
        <source>Cycles of concentration</source>
        <translation>Eindickung</translation>
    </message>
    <message>
        <source>Fluid</source>
        <translation>Fluid</translation>
    </message>
    <message>
        <source>Frost protection</source>
        <translation>Frostschutz</translation>
    </message>
    <message>
        <source>Velocity in mains</source>
        <translation>Geschwindigkeit in Hauptleitungen</translation>
    </message>
    <message>
        <source>Strainer</source>
        <translation>Schmutzfänger</translation>
    </message>
    <message>
        <source>Valve authority</source>
        <translation>Ventilautorität</translation>
    </message>
    <message>
        <source>Valve rangeability</source>
        <translation>Stellverhältnis</translation>
    </message>
    <message>
        <source>Least flow</source>
        <translation>Mindestdurchfluss</translation>
    </message>
    <message>
        <source>Basin</source>
        <translation>Becken</translation>
    </message>
    <message>
        <source>Free cooling from</source>
        <translation>Freie Kühlung ab</translation>
    </message>
    <message>
        <source>Change-over band</source>
        <translation>Umschaltband</translation>
    </message>
    <message>
        <source>Change-over dwell</source>
        <translation>Umschaltverweilzeit</translation>
    </message>
    <message>
        <source>Set-point reset</source>
        <translation>Sollwertanpassung</translation>
    </message>
    <message>
        <source>Coil control gain</source>
        <translation>Verstärkung Registerregler</translation>
    </message>
    <message>
        <source>Coil control integral time</source>
        <translation>Nachstellzeit Registerregler</translation>
    </message>
    <message>
        <source>Fan control gain</source>
        <translation>Verstärkung Lüfterregler</translation>
    </message>
    <message>
        <source>Fan control integral time</source>
        <translation>Nachstellzeit Lüfterregler</translation>
    </message>
    <message>
        <source>Make-up store</source>
        <translation>Nachspeisespeicher</translation>
    </message>
    <message>
        <source>Water main</source>
        <translation>Wasseranschluss</translation>
    </message>
    <message>
        <source>Heat reuse</source>
        <translation>Wärmenutzung</translation>
    </message>
    <message>
        <source>Heat reuse down to</source>
        <translation>Wärmenutzung bis</translation>
    </message>
    <message>
        <source>External cooling</source>
        <translation>Externe Kühlung</translation>
    </message>
    <message>
        <source>Power of external cooling</source>
        <translation>Leistung der externen Kühlung</translation>
    </message>
    <message>
        <source>Pumps fed from</source>
        <translation>Pumpen gespeist von</translation>
    </message>
    <message>
        <source>Switch</source>
        <translation>Switch</translation>
    </message>
    <message>
        <source>Rack block</source>
        <translation>Rackblock</translation>
    </message>
    <message>
        <source>Pools</source>
        <translation>Pools</translation>
    </message>
    <message>
        <source>Servers of a pool</source>
        <translation>Server je Pool</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>Bandbreite</translation>
    </message>
    <message>
        <source>Load latency</source>
        <translation>Ladelatenz</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Opacity</source>
        <translation>Deckkraft</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>Sichtbar</translation>
    </message>
    <message>
        <source>Hidden layers</source>
        <translation>Ausgeblendete Ebenen</translation>
    </message>
    <message>
        <source>At</source>
        <translation>Bei</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Array member</source>
        <translation>Glied der Reihe</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Maschine</translation>
    </message>
    <message>
        <source>Part of the fabric</source>
        <translation>Teil des Netzes</translation>
    </message>
    <message>
        <source>Level in the block</source>
        <translation>Ebene im Block</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>Wie viele</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Tiers</source>
        <translation>Ebenen</translation>
    </message>
    <message>
        <source>Oversubscription</source>
        <translation>Überbuchung</translation>
    </message>
    <message>
        <source>Rails</source>
        <translation>Rails</translation>
    </message>
    <message>
        <source>Planes</source>
        <translation>Ebenen (Planes)</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Routers of a group</source>
        <translation>Router je Gruppe</translation>
    </message>
    <message>
        <source>Adapters of a router</source>
        <translation>Adapter je Router</translation>
    </message>
    <message>
        <source>Global links of a router</source>
        <translation>Globale Links je Router</translation>
    </message>
    <message>
        <source>Dimensions</source>
        <translation>Abmessungen</translation>
    </message>
    <message>
        <source>Wrapped</source>
        <translation>Ringförmig</translation>
    </message>
    <message>
        <source>Twisted</source>
        <translation>Verdreht</translation>
    </message>
    <message>
        <source>Edge of a cube</source>
        <translation>Würfelkante</translation>
    </message>
    <message>
        <source>Links of a pair</source>
        <translation>Links je Paar</translation>
    </message>
    <message>
        <source>Routing</source>
        <translation>Routing</translation>
    </message>
    <message>
        <source>Queue pairs</source>
        <translation>Queue Pairs</translation>
    </message>
    <message>
        <source>Host link</source>
        <translation>Host-Link</translation>
    </message>
    <message>
        <source>Switch link</source>
        <translation>Switch-Link</translation>
    </message>
    <message>
        <source>Further link parts</source>
        <translation>Weitere Linkteile</translation>
    </message>
    <message>
        <source>Circuit switch</source>
        <translation>Optischer Switch</translation>
    </message>
    <message>
        <source>Adapter</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>Scale-up interconnect</source>
        <translation>Scale-up-Netz</translation>
    </message>
    <message>
        <source>Scale-out interconnect</source>
        <translation>Scale-out-Netz</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>Transport</translation>
    </message>
    <message>
        <source>In-network reduction</source>
        <translation>Reduktion im Netz</translation>
    </message>
    <message>
        <source>Re-routing</source>
        <translation>Umleitung</translation>
    </message>
    <message>
        <source>Down in a flap</source>
        <translation>Ausfall beim Flattern</translation>
    </message>
    <message>
        <source>Transport gives up after</source>
        <translation>Transport gibt auf nach</translation>
    </message>
    <message>
        <source>Bit errors, healthy link</source>
        <translation>Bitfehler, gesunder Link</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Fans fed from</source>
        <translation>Lüfter gespeist von</translation>
    </message>
    <message>
        <source>Air handler</source>
        <translation>Luftkühler</translation>
    </message>
    <message>
        <source>Air handlers</source>
        <translation>Luftkühler</translation>
    </message>
    <message>
        <source>Air handlers' X</source>
        <translation>X der Luftkühler</translation>
    </message>
    <message>
        <source>Air handlers' Y</source>
        <translation>Y der Luftkühler</translation>
    </message>
    <message>
        <source>Air handlers cooled by</source>
        <translation>Luftkühler gekühlt von</translation>
    </message>
    <message>
        <source>Supply air</source>
        <translation>Zuluft</translation>
    </message>
    <message>
        <source>Recirculation</source>
        <translation>Rezirkulation</translation>
    </message>
    <message>
        <source>Bypass</source>
        <translation>Bypass</translation>
    </message>
    <message>
        <source>Containment</source>
        <translation>Einhausung</translation>
    </message>
    <message>
        <source>Leakage of containment</source>
        <translation>Leckage der Einhausung</translation>
    </message>
    <message>
        <source>Air supply</source>
        <translation>Luftzufuhr</translation>
    </message>
    <message>
        <source>Floor plenum</source>
        <translation>Doppelboden</translation>
    </message>
    <message>
        <source>Open area of tiles</source>
        <translation>Freie Fläche der Platten</translation>
    </message>
    <message>
        <source>Leakage of the floor</source>
        <translation>Leckage des Bodens</translation>
    </message>
    <message>
        <source>Air return</source>
        <translation>Luftrückführung</translation>
    </message>
    <message>
        <source>Exhaust of cabinets</source>
        <translation>Abluft der Schränke</translation>
    </message>
    <message>
        <source>Air class</source>
        <translation>Luftklasse</translation>
    </message>
    <message>
        <source>Air field</source>
        <translation>Luftfeld</translation>
    </message>
    <message>
        <source>Origin of the air field</source>
        <translation>Herkunft des Luftfelds</translation>
    </message>
    <message>
        <source>Error of the air field</source>
        <translation>Fehler des Luftfelds</translation>
    </message>
    <message>
        <source>Hot air at inlets</source>
        <translation>Warmluft an Einlässen</translation>
    </message>
    <message>
        <source>Hot air at the top</source>
        <translation>Warmluft oben</translation>
    </message>
    <message>
        <source>Floor load</source>
        <translation>Bodenlast</translation>
    </message>
    <message>
        <source>Floor tile</source>
        <translation>Bodenplatte</translation>
    </message>
    <message>
        <source>Floor grid X</source>
        <translation>Bodenraster X</translation>
    </message>
    <message>
        <source>Floor grid Y</source>
        <translation>Bodenraster Y</translation>
    </message>
    <message>
        <source>Generator start delay</source>
        <translation>Startverzögerung der Aggregate</translation>
    </message>
    <message>
        <source>Return to mains</source>
        <translation>Rückkehr zum Netz</translation>
    </message>
    <message>
        <source>Mechanical blocks</source>
        <translation>Mechanische Blöcke</translation>
    </message>
    <message>
        <source>Block interval</source>
        <translation>Blockabstand</translation>
    </message>
    <message>
        <source>Server boot</source>
        <translation>Serverstart</translation>
    </message>
    <message>
        <source>Power capping</source>
        <translation>Leistungsbegrenzung</translation>
    </message>
    <message>
        <source>Cap threshold</source>
        <translation>Schwelle</translation>
    </message>
    <message>
        <source>Cap release</source>
        <translation>Freigabe</translation>
    </message>
    <message>
        <source>Cap response</source>
        <translation>Reaktionszeit</translation>
    </message>
    <message>
        <source>Lowest clock</source>
        <translation>Tiefster Takt</translation>
    </message>
    <message>
        <source>Load shedding</source>
        <translation>Lastabwurf</translation>
    </message>
    <message>
        <source>Shed after</source>
        <translation>Abwurf nach</translation>
    </message>
    <message>
        <source>Voltage drop limit</source>
        <translation>Grenze des Spannungsabfalls</translation>
    </message>
    <message>
        <source>Limit follows</source>
        <translation>Grenze folgt</translation>
    </message>
    <message>
        <source>Limit in those hours</source>
        <translation>Grenze in diesen Stunden</translation>
    </message>
    <message>
        <source>Hours of the limit</source>
        <translation>Stunden der Grenze</translation>
    </message>
    <message>
        <source>Edge</source>
        <translation>Flanke</translation>
    </message>
    <message>
        <source>Supplies</source>
        <translation>Versorgungen</translation>
    </message>
    <message>
        <source>UPS</source>
        <translation>USV</translation>
    </message>
    <message>
        <source>Filler work</source>
        <translation>Fülllast</translation>
    </message>
    <message>
        <source>Filler level</source>
        <translation>Höhe der Fülllast</translation>
    </message>
    <message>
        <source>Filler response</source>
        <translation>Reaktion der Fülllast</translation>
    </message>
    <message>
        <source>Filler slowdown</source>
        <translation>Bremsung durch Fülllast</translation>
    </message>
    <message>
        <source>Smoothing in the accelerator</source>
        <translation>Glättung im Beschleuniger</translation>
    </message>
    <message>
        <source>Power floor</source>
        <translation>Leistungssockel</translation>
    </message>
    <message>
        <source>Ramp up</source>
        <translation>Anstieg</translation>
    </message>
    <message>
        <source>Ramp down</source>
        <translation>Abfall</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>Halten</translation>
    </message>
    <message>
        <source>Stagger jobs</source>
        <translation>Jobs staffeln</translation>
    </message>
    <message>
        <source>Stagger groups</source>
        <translation>Gruppen staffeln</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>Rack storage</source>
        <translation>Rackspeicher</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>Efficiency</source>
        <translation>Wirkungsgrad</translation>
    </message>
    <message>
        <source>Time constant</source>
        <translation>Zeitkonstante</translation>
    </message>
    <message>
        <source>UPS shaving</source>
        <translation>Spitzenkappung der USV</translation>
    </message>
    <message>
        <source>Site battery</source>
        <translation>Geländebatterie</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>Reaktion</translation>
    </message>
    <message>
        <source>Ramp target</source>
        <translation>Ziel der Rampe</translation>
    </message>
    <message>
        <source>Ramp limit, one second</source>
        <translation>Rampengrenze, 1 s</translation>
    </message>
    <message>
        <source>Ramp limit, one minute</source>
        <translation>Rampengrenze, 1 min</translation>
    </message>
    <message>
        <source>Range limit</source>
        <translation>Bereichsgrenze</translation>
    </message>
    <message>
        <source>Band limit</source>
        <translation>Bandgrenze</translation>
    </message>
    <message>
        <source>Band limit, share</source>
        <translation>Bandgrenze, Anteil</translation>
    </message>
    <message>
        <source>Band from</source>
        <translation>Band von</translation>
    </message>
    <message>
        <source>Band to</source>
        <translation>Band bis</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>Module</translation>
    </message>
    <message>
        <source>Spare modules</source>
        <translation>Reservemodule</translation>
    </message>
    <message>
        <source>Fed from</source>
        <translation>Gespeist von</translation>
    </message>
    <message>
        <source>Joined to every unit</source>
        <translation>Mit jeder Einheit verbunden</translation>
    </message>
    <message>
        <source>Incoming breaker</source>
        <translation>Einspeiseschalter</translation>
    </message>
    <message>
        <source>Incoming cable</source>
        <translation>Einspeisekabel</translation>
    </message>
    <message>
        <source>Cable length</source>
        <translation>Kabellänge</translation>
    </message>
    <message>
        <source>Agreed capacity</source>
        <translation>Vereinbarte Leistung</translation>
    </message>
    <message>
        <source>Eco mode</source>
        <translation>Eco-Modus</translation>
    </message>
    <message>
        <source>Age of battery</source>
        <translation>Alter der Batterie</translation>
    </message>
    <message>
        <source>Temperature of battery</source>
        <translation>Temperatur der Batterie</translation>
    </message>
    <message>
        <source>External battery</source>
        <translation>Externe Batterie</translation>
    </message>
    <message>
        <source>External battery at the start</source>
        <translation>Externe Batterie zu Beginn</translation>
    </message>
    <message>
        <source>External battery gives</source>
        <translation>Externe Batterie gibt</translation>
    </message>
    <message>
        <source>Loss of external battery</source>
        <translation>Verlust der externen Batterie</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert (Seed)</translation>
    </message>
    <message>
        <source>Coupling step</source>
        <translation>Kopplungsschritt</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>Rack</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Reihen</translation>
    </message>
    <message>
        <source>Racks in a row</source>
        <translation>Racks je Reihe</translation>
    </message>
    <message>
        <source>Row pitch</source>
        <translation>Reihenabstand</translation>
    </message>
    <message>
        <source>Rack pitch</source>
        <translation>Rackabstand</translation>
    </message>
    <message>
        <source>Alternate facing</source>
        <translation>Wechselnde Front</translation>
    </message>
    <message>
        <source>First row faces</source>
        <translation>Erste Reihe zeigt nach</translation>
    </message>
    <message>
        <source>Row prefix</source>
        <translation>Reihenpräfix</translation>
    </message>
    <message>
        <source>Rows by letter</source>
        <translation>Reihen mit Buchstaben</translation>
    </message>
    <message>
        <source>First row number</source>
        <translation>Erste Reihennummer</translation>
    </message>
    <message>
        <source>First position number</source>
        <translation>Erste Platznummer</translation>
    </message>
    <message>
        <source>Coolant from</source>
        <translation>Kühlmittel von</translation>
    </message>
    <message>
        <source>Fabric</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>Cords</source>
        <translation>Anschlusskabel</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>Offer</source>
        <translation>Angebot</translation>
    </message>
    <message>
        <source>Accelerators</source>
        <translation>Beschleuniger</translation>
    </message>
    <message>
        <source>Paid</source>
        <translation>Bezahlung</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source>Start-up</source>
        <translation>Anlauf</translation>
    </message>
    <message>
        <source>Egress</source>
        <translation>Datenabfluss</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Leitung</translation>
    </message>
    <message>
        <source>Length of the line</source>
        <translation>Länge der Leitung</translation>
    </message>
    <message>
        <source>Grid region</source>
        <translation>Netzregion</translation>
    </message>
    <message>
        <source>PUE</source>
        <translation>PUE</translation>
    </message>
    <message>
        <source>Network wait</source>
        <translation>Netzwartezeit</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>In the facility</source>
        <translation>In der Anlage</translation>
    </message>
    <message>
        <source>Also at</source>
        <translation>Auch in</translation>
    </message>
    <message>
        <source>A power part fails</source>
        <translation>Ein Stromteil fällt aus</translation>
    </message>
    <message>
        <source>Power parts meant</source>
        <translation>Gemeinte Stromteile</translation>
    </message>
    <message>
        <source>A cooling part fails</source>
        <translation>Ein Kühlteil fällt aus</translation>
    </message>
    <message>
        <source>A switch fails</source>
        <translation>Ein Switch fällt aus</translation>
    </message>
    <message>
        <source>Air at rack inlets</source>
        <translation>Luft an Rackeinlässen</translation>
    </message>
    <message>
        <source>Jobs interrupted</source>
        <translation>Jobs unterbrochen</translation>
    </message>
    <message>
        <source>Work lost</source>
        <translation>Arbeit verloren</translation>
    </message>
    <message>
        <source>Standby fuel</source>
        <translation>Kraftstoffvorrat</translation>
    </message>
    <message>
        <source>Climate</source>
        <translation>Klima</translation>
    </message>
    <message>
        <source>Weather file</source>
        <translation>Wetterdatei</translation>
    </message>
    <message>
        <source>Time zone</source>
        <translation>Zeitzone</translation>
    </message>
    <message>
        <source>Energy price</source>
        <translation>Energiepreis</translation>
    </message>
    <message>
        <source>Peak price</source>
        <translation>Spitzenpreis</translation>
    </message>
    <message>
        <source>Peak from</source>
        <translation>Spitze von</translation>
    </message>
    <message>
        <source>Peak to</source>
        <translation>Spitze bis</translation>
    </message>
    <message>
        <source>Carbon intensity</source>
        <translation>CO₂-Intensität</translation>
    </message>
    <message>
        <source>Power factor of motors</source>
        <translation>Leistungsfaktor der Motoren</translation>
    </message>
    <message>
        <source>Diesel price</source>
        <translation>Dieselpreis</translation>
    </message>
    <message>
        <source>Water price</source>
        <translation>Wasserpreis</translation>
    </message>
    <message>
        <source>Storage system</source>
        <translation>Speichersystem</translation>
    </message>
    <message>
        <source>Building blocks</source>
        <translation>Bausteine</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Underside</source>
        <translation>Unterkante</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Delay of equipment</source>
        <translation>Verzögerung der Geräte</translation>
    </message>
    <message>
        <source>Packet loss</source>
        <translation>Paketverlust</translation>
    </message>
    <message>
        <source>Random failures</source>
        <translation>Zufällige Ausfälle</translation>
    </message>
    <message>
        <source>Rate factor</source>
        <translation>Ratenfaktor</translation>
    </message>
    <message>
        <source>Lemon shape</source>
        <translation>Form der Montagsgeräte</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Neustart</translation>
    </message>
    <message>
        <source>Fast detection</source>
        <translation>Schnelle Erkennung</translation>
    </message>
    <message>
        <source>Hang time-out</source>
        <translation>Zeitlimit für Hänger</translation>
    </message>
    <message>
        <source>Warm-up steps</source>
        <translation>Aufwärmschritte</translation>
    </message>
    <message>
        <source>Warm-up speed</source>
        <translation>Aufwärmgeschwindigkeit</translation>
    </message>
    <message>
        <source>Corruption tests each</source>
        <translation>Datentests alle</translation>
    </message>
    <message>
        <source>Coverage of a test</source>
        <translation>Abdeckung eines Tests</translation>
    </message>
    <message>
        <source>Cost of tests</source>
        <translation>Kosten der Tests</translation>
    </message>
    <message>
        <source>Seen in the loss</source>
        <translation>Im Loss sichtbar</translation>
    </message>
    <message>
        <source>Seen after</source>
        <translation>Sichtbar nach</translation>
    </message>
    <message>
        <source>Hunt for the part</source>
        <translation>Suche nach dem Teil</translation>
    </message>
    <message>
        <source>Checkpoints kept</source>
        <translation>Behaltene Checkpoints</translation>
    </message>
    <message>
        <source>Spare servers</source>
        <translation>Reserveserver</translation>
    </message>
    <message>
        <source>Automation</source>
        <translation>Automatisierung</translation>
    </message>
    <message>
        <source>Coverage of inspection</source>
        <translation>Abdeckung der Inspektion</translation>
    </message>
    <message>
        <source>Response by day</source>
        <translation>Reaktion am Tag</translation>
    </message>
    <message>
        <source>Response by night</source>
        <translation>Reaktion in der Nacht</translation>
    </message>
    <message>
        <source>Localisation</source>
        <translation>Lokalisierung</translation>
    </message>
    <message>
        <source>Replace on precursors</source>
        <translation>Tausch bei Vorboten</translation>
    </message>
    <message>
        <source>Faults of a lemon</source>
        <translation>Fehler eines Montagsgeräts</translation>
    </message>
    <message>
        <source>Window of lemons</source>
        <translation>Zeitfenster dafür</translation>
    </message>
    <message>
        <source>Deep test</source>
        <translation>Gründlicher Test</translation>
    </message>
    <message>
        <source>Flaps until taken out</source>
        <translation>Flattern bis Ausbau</translation>
    </message>
    <message>
        <source>A flap lasts</source>
        <translation>Dauer eines Flatterns</translation>
    </message>
    <message>
        <source>A mistake is noticed after</source>
        <translation>Fehler bemerkt nach</translation>
    </message>
    <message>
        <source>Elastic training</source>
        <translation>Elastisches Training</translation>
    </message>
    <message>
        <source>Age of the parts</source>
        <translation>Alter der Teile</translation>
    </message>
    <message>
        <source>Stress counts</source>
        <translation>Beanspruchung zählt</translation>
    </message>
    <message>
        <source>Crews</source>
        <translation>Teams</translation>
    </message>
    <message>
        <source>Crews at night</source>
        <translation>Teams nachts</translation>
    </message>
    <message>
        <source>Shift begins</source>
        <translation>Schichtbeginn</translation>
    </message>
    <message>
        <source>Shift ends</source>
        <translation>Schichtende</translation>
    </message>
    <message>
        <source>Window opens</source>
        <translation>Fenster öffnet</translation>
    </message>
    <message>
        <source>Window closes</source>
        <translation>Fenster schließt</translation>
    </message>
    <message>
        <source>Work in a repair</source>
        <translation>Arbeit je Reparatur</translation>
    </message>
    <message>
        <source>Reorder level</source>
        <translation>Meldebestand</translation>
    </message>
    <message>
        <source>Stock, accelerators</source>
        <translation>Lager, Beschleuniger</translation>
    </message>
    <message>
        <source>Stock, parts of servers</source>
        <translation>Lager, Serverteile</translation>
    </message>
    <message>
        <source>Stock, adapters</source>
        <translation>Lager, Adapter</translation>
    </message>
    <message>
        <source>Stock, optics</source>
        <translation>Lager, Optik</translation>
    </message>
    <message>
        <source>Stock, switches</source>
        <translation>Lager, Switches</translation>
    </message>
    <message>
        <source>Stock, power supplies</source>
        <translation>Lager, Netzteile</translation>
    </message>
    <message>
        <source>Stock, pumps</source>
        <translation>Lager, Pumpen</translation>
    </message>
    <message>
        <source>Stock, cooling parts</source>
        <translation>Lager, Kühlteile</translation>
    </message>
    <message>
        <source>Stock, electrical parts</source>
        <translation>Lager, Elektroteile</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Accelerator</source>
        <translation>Beschleuniger</translation>
    </message>
    <message>
        <source>Serving stack</source>
        <translation>Serving-Software</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>Columns of the trace</source>
        <translation>Spalten der Aufzeichnung</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>Tensorparallel (TP)</translation>
    </message>
    <message>
        <source>Pipeline stages</source>
        <translation>Pipeline-Stufen</translation>
    </message>
    <message>
        <source>Pipeline parallel</source>
        <translation>Pipelineparallel (PP)</translation>
    </message>
    <message>
        <source>Expert parallel</source>
        <translation>Expertenparallel (EP)</translation>
    </message>
    <message>
        <source>Context parallel</source>
        <translation>Kontextparallel (CP)</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>Mikrobatches</translation>
    </message>
    <message>
        <source>Interleaved chunks</source>
        <translation>Verschränkte Abschnitte</translation>
    </message>
    <message>
        <source>Software</source>
        <translation>Software</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>Data set</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>Memory used</source>
        <translation>Genutzter Speicher</translation>
    </message>
    <message>
        <source>Shared prefix</source>
        <translation>Gemeinsamer Präfix</translation>
    </message>
    <message>
        <source>Prefix hits</source>
        <translation>Präfixtreffer</translation>
    </message>
    <message>
        <source>Drafted tokens</source>
        <translation>Entwurfstoken</translation>
    </message>
    <message>
        <source>Accepted drafts</source>
        <translation>Angenommene Entwürfe</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Entwurfsmodell</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>Prefill</translation>
    </message>
    <message>
        <source>Prefill replicas</source>
        <translation>Prefill-Replikate</translation>
    </message>
    <message>
        <source>Full cache</source>
        <translation>Voller Cache</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>Replikate</translation>
    </message>
    <message>
        <source>Fewest replicas</source>
        <translation>Mindestreplikate</translation>
    </message>
    <message>
        <source>Most replicas</source>
        <translation>Höchstreplikate</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>Skalierung</translation>
    </message>
    <message>
        <source>Scaling target</source>
        <translation>Ziel der Skalierung</translation>
    </message>
    <message>
        <source>Scale-down window</source>
        <translation>Fenster zum Verkleinern</translation>
    </message>
    <message>
        <source>Limit, first token</source>
        <translation>Grenze, erstes Token</translation>
    </message>
    <message>
        <source>Limit, each token</source>
        <translation>Grenze, je Token</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Tenant</source>
        <translation>Mandant</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Backfill</source>
        <translation>Backfill</translation>
    </message>
    <message>
        <source>Preemption</source>
        <translation>Verdrängung</translation>
    </message>
    <message>
        <source>Preempted jobs</source>
        <translation>Verdrängte Jobs</translation>
    </message>
    <message>
        <source>Minimum run</source>
        <translation>Mindestlaufzeit</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>Platzierung</translation>
    </message>
    <message>
        <source>Must stay within</source>
        <translation>Muss bleiben in</translation>
    </message>
    <message>
        <source>Half-life of usage</source>
        <translation>Halbwertszeit der Nutzung</translation>
    </message>
    <message>
        <source>Queues of attained service</source>
        <translation>Warteschlangen nach Nutzung</translation>
    </message>
    <message>
        <source>Promotion</source>
        <translation>Aufstieg</translation>
    </message>
    <message>
        <source>Jobs with a promise</source>
        <translation>Jobs mit Zusage</translation>
    </message>
    <message>
        <source>Elastic jobs share</source>
        <translation>Anteil elastischer Jobs</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>Jobs with slack wait for</source>
        <translation>Jobs mit Spielraum warten auf</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>Schwelle</translation>
    </message>
    <message>
        <source>Longest wait for it</source>
        <translation>Längste Wartezeit darauf</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Quota</source>
        <translation>Kontingent</translation>
    </message>
    <message>
        <source>Cohort</source>
        <translation>Kohorte</translation>
    </message>
    <message>
        <source>Borrowing limit</source>
        <translation>Leihgrenze</translation>
    </message>
    <message>
        <source>Economics</source>
        <translation>Wirtschaftlichkeit</translation>
    </message>
    <message>
        <source>Own supply</source>
        <translation>Eigenversorgung</translation>
    </message>
    <message>
        <source>Accepted finding</source>
        <translation>Akzeptierter Befund</translation>
    </message>
    <message>
        <source>Copy of a block</source>
        <translation>Kopie eines Blocks</translation>
    </message>
    <message>
        <source>Broker</source>
        <translation>Broker</translation>
    </message>
    <message>
        <source>CDU group</source>
        <translation>CDU-Gruppe</translation>
    </message>
    <message>
        <source>Cooling loop</source>
        <translation>Kühlkreis</translation>
    </message>
    <message>
        <source>CXL memory pool</source>
        <translation>CXL-Speicherpool</translation>
    </message>
    <message>
        <source>Drawing</source>
        <translation>Zeichnung</translation>
    </message>
    <message>
        <source>Drill</source>
        <translation>Übung</translation>
    </message>
    <message>
        <source>Load trace</source>
        <translation>Lastgang</translation>
    </message>
    <message>
        <source>Power policy</source>
        <translation>Stromregeln</translation>
    </message>
    <message>
        <source>Power smoothing</source>
        <translation>Leistungsglättung</translation>
    </message>
    <message>
        <source>Power unit</source>
        <translation>Stromeinheit</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Other site</source>
        <translation>Anderer Standort</translation>
    </message>
    <message>
        <source>Requirements</source>
        <translation>Anforderungen</translation>
    </message>
    <message>
        <source>Site</source>
        <translation>Standort</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Structure</source>
        <translation>Bauwerk</translation>
    </message>
    <message>
        <source>Line between sites</source>
        <translation>Leitung zwischen Standorten</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>Ausfälle</translation>
    </message>
    <message>
        <source>Maintenance</source>
        <translation>Wartung</translation>
    </message>
    <message>
        <source>Batch job</source>
        <translation>Batch-Job</translation>
    </message>
    <message>
        <source>Inference service</source>
        <translation>Inferenzdienst</translation>
    </message>
    <message>
        <source>Job generator</source>
        <translation>Jobgenerator</translation>
    </message>
    <message>
        <source>Job trace</source>
        <translation>Jobaufzeichnung</translation>
    </message>
    <message>
        <source>Scheduler</source>
        <translation>Scheduler</translation>
    </message>
    <message>
        <source>Reservation</source>
        <translation>Reservierung</translation>
    </message>
    <message>
        <source>Training job</source>
        <translation>Trainingsjob</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Coolant distribution unit</source>
        <translation>Kühlmittelverteiler (CDU)</translation>
    </message>
    <message>
        <source>Cooling class</source>
        <translation>Kühlklasse</translation>
    </message>
    <message>
        <source>Cooling tower cell</source>
        <translation>Kühlturmzelle</translation>
    </message>
    <message>
        <source>Immersion tank</source>
        <translation>Tauchbecken</translation>
    </message>
    <message>
        <source>Plate heat exchanger</source>
        <translation>Plattenwärmetauscher</translation>
    </message>
    <message>
        <source>Rear-door heat exchanger</source>
        <translation>Rücktürkühler</translation>
    </message>
    <message>
        <source>Cloud offer</source>
        <translation>Cloud-Angebot</translation>
    </message>
    <message>
        <source>Site option</source>
        <translation>Standortoption</translation>
    </message>
    <message>
        <source>Design conditions</source>
        <translation>Auslegungsbedingungen</translation>
    </message>
    <message>
        <source>Irradiance</source>
        <translation>Einstrahlung</translation>
    </message>
    <message>
        <source>Collective library</source>
        <translation>Kollektivbibliothek</translation>
    </message>
    <message>
        <source>Interconnect</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Link part</source>
        <translation>Linkteil</translation>
    </message>
    <message>
        <source>Circuit breaker</source>
        <translation>Leistungsschalter</translation>
    </message>
    <message>
        <source>Cable or busbar trunking</source>
        <translation>Kabel oder Stromschiene</translation>
    </message>
    <message>
        <source>Fuel cell</source>
        <translation>Brennstoffzelle</translation>
    </message>
    <message>
        <source>Generator set</source>
        <translation>Netzersatzaggregat</translation>
    </message>
    <message>
        <source>PDU</source>
        <translation>PDU</translation>
    </message>
    <message>
        <source>Power supply</source>
        <translation>Netzteil</translation>
    </message>
    <message>
        <source>Switchboard</source>
        <translation>Schaltanlage</translation>
    </message>
    <message>
        <source>Transfer switch</source>
        <translation>Umschalter</translation>
    </message>
    <message>
        <source>Transformer</source>
        <translation>Transformator</translation>
    </message>
    <message>
        <source>UPS module</source>
        <translation>USV-Modul</translation>
    </message>
    <message>
        <source>Utility connection</source>
        <translation>Netzanschluss</translation>
    </message>
    <message>
        <source>Failure mode</source>
        <translation>Ausfallart</translation>
    </message>
    <message>
        <source>Job profile</source>
        <translation>Jobprofil</translation>
    </message>
    <message>
        <source>Language model</source>
        <translation>Sprachmodell</translation>
    </message>
    <message>
        <source>Request profile</source>
        <translation>Anfrageprofil</translation>
    </message>
    <message>
        <source>Software stack</source>
        <translation>Softwarestack</translation>
    </message>
    <message>
        <source>Workload pattern</source>
        <translation>Lastmuster</translation>
    </message>
    <message>
        <source>Rated power</source>
        <translation>Nennleistung</translation>
    </message>
    <message>
        <source>Rated heat</source>
        <translation>Nennwärme</translation>
    </message>
    <message>
        <source>Rated current</source>
        <translation>Nennstrom</translation>
    </message>
    <message>
        <source>Voltage</source>
        <translation>Spannung</translation>
    </message>
    <message>
        <source>Mass</source>
        <translation>Masse</translation>
    </message>
    <message>
        <source>Vendor</source>
        <translation>Hersteller</translation>
    </message>
    <message>
        <source>Failure rate</source>
        <translation>Ausfallrate</translation>
    </message>
    <message>
        <source>Repair time</source>
        <translation>Reparaturzeit</translation>
    </message>
    <message>
        <source>Water flow</source>
        <translation>Wasserdurchfluss</translation>
    </message>
    <message>
        <source>Air flow</source>
        <translation>Luftstrom</translation>
    </message>
    <message>
        <source>Fan power</source>
        <translation>Lüfterleistung</translation>
    </message>
    <message>
        <source>Lowest fan speed</source>
        <translation>Kleinste Lüfterdrehzahl</translation>
    </message>
    <message>
        <source>Water side loss</source>
        <translation>Druckverlust wasserseitig</translation>
    </message>
    <message>
        <source>No-load loss</source>
        <translation>Leerlaufverlust</translation>
    </message>
    <message>
        <source>Checkpoint interval</source>
        <translation>Checkpoint-Abstand</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>Arrivals</source>
        <translation>Ankünfte</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Coolant volume</source>
        <translation>Kühlmittelvolumen</translation>
    </message>
    <message>
        <source>Heat exchanger UA</source>
        <translation>Wärmetauscher UA</translation>
    </message>
    <message>
        <source>Facility water flow</source>
        <translation>Durchfluss Gebäudewasser</translation>
    </message>
    <message>
        <source>Rack loop flow</source>
        <translation>Durchfluss Rackkreis</translation>
    </message>
    <message>
        <source>Pump power</source>
        <translation>Pumpenleistung</translation>
    </message>
    <message>
        <source>Lowest pump speed</source>
        <translation>Kleinste Pumpendrehzahl</translation>
    </message>
    <message>
        <source>IT power</source>
        <translation>IT-Leistung</translation>
    </message>
    <message>
        <source>Accelerator power</source>
        <translation>Beschleunigerleistung</translation>
    </message>
    <message>
        <source>Fabric power</source>
        <translation>Netzwerkleistung</translation>
    </message>
    <message>
        <source>Storage power</source>
        <translation>Speicherleistung</translation>
    </message>
    <message>
        <source>Metered power</source>
        <translation>Gemessene Leistung</translation>
    </message>
    <message>
        <source>Cooling power</source>
        <translation>Kühlleistung (elektrisch)</translation>
    </message>
    <message>
        <source>Towers and coolers</source>
        <translation>Türme und Kühler</translation>
    </message>
    <message>
        <source>Water pumps</source>
        <translation>Wasserpumpen</translation>
    </message>
    <message>
        <source>CDU pumps</source>
        <translation>CDU-Pumpen</translation>
    </message>
    <message>
        <source>Power-supply loss</source>
        <translation>Netzteilverlust</translation>
    </message>
    <message>
        <source>Power-shelf loss</source>
        <translation>Verlust der Stromversorgungseinschübe</translation>
    </message>
    <message>
        <source>PDU loss</source>
        <translation>PDU-Verlust</translation>
    </message>
    <message>
        <source>UPS loss</source>
        <translation>USV-Verlust</translation>
    </message>
    <message>
        <source>Transformer loss</source>
        <translation>Transformatorverlust</translation>
    </message>
    <message>
        <source>Cable loss</source>
        <translation>Kabelverlust</translation>
    </message>
    <message>
        <source>Utility power</source>
        <translation>Netzbezug</translation>
    </message>
    <message>
        <source>Generator power</source>
        <translation>Aggregatleistung</translation>
    </message>
    <message>
        <source>Battery power</source>
        <translation>Batterieleistung</translation>
    </message>
    <message>
        <source>Battery loss</source>
        <translation>Batterieverlust</translation>
    </message>
    <message>
        <source>Power factor</source>
        <translation>Leistungsfaktor</translation>
    </message>
    <message>
        <source>Highest loading</source>
        <translation>Höchste Auslastung</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Busy accelerators</source>
        <translation>Belegte Beschleuniger</translation>
    </message>
    <message>
        <source>Accelerators in service</source>
        <translation>Verfügbare Beschleuniger</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Running jobs</source>
        <translation>Laufende Jobs</translation>
    </message>
    <message>
        <source>Queued jobs</source>
        <translation>Wartende Jobs</translation>
    </message>
    <message>
        <source>Heat rejected</source>
        <translation>Abgeführte Wärme</translation>
    </message>
    <message>
        <source>Water use</source>
        <translation>Wasserverbrauch</translation>
    </message>
    <message>
        <source>Evaporation</source>
        <translation>Verdunstung</translation>
    </message>
    <message>
        <source>Drift</source>
        <translation>Tropfenverlust</translation>
    </message>
    <message>
        <source>Blow-down</source>
        <translation>Abschlämmung</translation>
    </message>
    <message>
        <source>Stored water</source>
        <translation>Gespeichertes Wasser</translation>
    </message>
    <message>
        <source>Heat reused</source>
        <translation>Genutzte Wärme</translation>
    </message>
    <message>
        <source>ERF since start</source>
        <translation>ERF seit Beginn</translation>
    </message>
    <message>
        <source>Dry bulb</source>
        <translation>Trockenkugel</translation>
    </message>
    <message>
        <source>Wet bulb</source>
        <translation>Feuchtkugel</translation>
    </message>
    <message>
        <source>Hottest chip</source>
        <translation>Heißester Chip</translation>
    </message>
    <message>
        <source>Throttled accelerators</source>
        <translation>Gedrosselte Beschleuniger</translation>
    </message>
    <message>
        <source>Servers away</source>
        <translation>Server außer Betrieb</translation>
    </message>
    <message>
        <source>IT energy</source>
        <translation>IT-Energie</translation>
    </message>
    <message>
        <source>Facility energy</source>
        <translation>Anlagenenergie</translation>
    </message>
    <message>
        <source>PUE since start</source>
        <translation>PUE seit Beginn</translation>
    </message>
    <message>
        <source>PUE category 1</source>
        <translation>PUE Kategorie 1</translation>
    </message>
    <message>
        <source>PUE category 2</source>
        <translation>PUE Kategorie 2</translation>
    </message>
    <message>
        <source>Peak-tariff energy</source>
        <translation>Energie zum Spitzentarif</translation>
    </message>
    <message>
        <source>Generator fuel</source>
        <translation>Aggregatkraftstoff</translation>
    </message>
    <message>
        <source>Water</source>
        <translation>Wasser</translation>
    </message>
    <message>
        <source>WUE</source>
        <translation>WUE</translation>
    </message>
    <message>
        <source>Cost of this site</source>
        <translation>Kosten dieses Standorts</translation>
    </message>
    <message>
        <source>Energy cost</source>
        <translation>Energiekosten</translation>
    </message>
    <message>
        <source>Water cost</source>
        <translation>Wasserkosten</translation>
    </message>
    <message>
        <source>Fuel cost</source>
        <translation>Kraftstoffkosten</translation>
    </message>
    <message>
        <source>Cost of other sites</source>
        <translation>Kosten anderer Standorte</translation>
    </message>
    <message>
        <source>Accelerators elsewhere</source>
        <translation>Beschleuniger anderswo</translation>
    </message>
    <message>
        <source>Carbon</source>
        <translation>CO₂</translation>
    </message>
    <message>
        <source>Tokens trained</source>
        <translation>Trainierte Token</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>Goodput</translation>
    </message>
    <message>
        <source>Accelerator time held</source>
        <translation>Belegte Beschleunigerzeit</translation>
    </message>
    <message>
        <source>Held: starting</source>
        <translation>Belegt: Start</translation>
    </message>
    <message>
        <source>Held: stalled</source>
        <translation>Belegt: Stillstand</translation>
    </message>
    <message>
        <source>Held: hung</source>
        <translation>Belegt: Hänger</translation>
    </message>
    <message>
        <source>Held: lost</source>
        <translation>Belegt: verloren</translation>
    </message>
    <message>
        <source>Energy imbalance</source>
        <translation>Energieungleichgewicht</translation>
    </message>
    <message>
        <source>Fabric utilisation</source>
        <translation>Netzwerkauslastung</translation>
    </message>
    <message>
        <source>Hottest links</source>
        <translation>Vollste Links</translation>
    </message>
    <message>
        <source>Degraded links</source>
        <translation>Eingeschränkte Links</translation>
    </message>
    <message>
        <source>Links down</source>
        <translation>Ausgefallene Links</translation>
    </message>
    <message>
        <source>Storage writes</source>
        <translation>Speicherschreiben</translation>
    </message>
    <message>
        <source>Bound by network</source>
        <translation>Durch Netzwerk begrenzt</translation>
    </message>
    <message>
        <source>Bound by storage</source>
        <translation>Durch Speicher begrenzt</translation>
    </message>
    <message>
        <source>Accelerators queued for</source>
        <translation>Gewartete Beschleuniger</translation>
    </message>
    <message>
        <source>Mean wait in the queue</source>
        <translation>Mittlere Wartezeit</translation>
    </message>
    <message>
        <source>Accelerators in training</source>
        <translation>Beschleuniger im Training</translation>
    </message>
    <message>
        <source>Accelerators in batch jobs</source>
        <translation>Beschleuniger in Batch-Jobs</translation>
    </message>
    <message>
        <source>Accelerators in services</source>
        <translation>Beschleuniger in Diensten</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Tokens served</source>
        <translation>Ausgegebene Token</translation>
    </message>
    <message>
        <source>Requests that wait</source>
        <translation>Wartende Anfragen</translation>
    </message>
    <message>
        <source>Replicas that serve</source>
        <translation>Aktive Replikate</translation>
    </message>
    <message>
        <source>Time to first token, median</source>
        <translation>Zeit bis zum ersten Token, Median</translation>
    </message>
    <message>
        <source>Time to first token, 99 %</source>
        <translation>Zeit bis zum ersten Token, 99 %</translation>
    </message>
    <message>
        <source>Time per output token</source>
        <translation>Zeit je Ausgabetoken</translation>
    </message>
    <message>
        <source>Service level</source>
        <translation>Servicegrad</translation>
    </message>
    <message>
        <source>Heat to air</source>
        <translation>Wärme an die Luft</translation>
    </message>
    <message>
        <source>Return air</source>
        <translation>Abluft</translation>
    </message>
    <message>
        <source>Air handler fans</source>
        <translation>Lüfter der Luftkühler</translation>
    </message>
    <message>
        <source>Coil valve</source>
        <translation>Registerventil</translation>
    </message>
    <message>
        <source>Hottest inlet</source>
        <translation>Wärmster Einlass</translation>
    </message>
    <message>
        <source>SHI</source>
        <translation>SHI</translation>
    </message>
    <message>
        <source>RHI</source>
        <translation>RHI</translation>
    </message>
    <message>
        <source>RTI</source>
        <translation>RTI</translation>
    </message>
    <message>
        <source>RCI high</source>
        <translation>RCI hoch</translation>
    </message>
    <message>
        <source>RCI low</source>
        <translation>RCI niedrig</translation>
    </message>
    <message>
        <source>Heat</source>
        <translation>Wärme</translation>
    </message>
    <message>
        <source>Coolant supply</source>
        <translation>Kühlmittelvorlauf</translation>
    </message>
    <message>
        <source>Coolant return</source>
        <translation>Kühlmittelrücklauf</translation>
    </message>
    <message>
        <source>Facility flow over its largest</source>
        <translation>Anlagendurchfluss zum Größten</translation>
    </message>
    <message>
        <source>Rack flow</source>
        <translation>Rackdurchfluss</translation>
    </message>
    <message>
        <source>Facility flow</source>
        <translation>Anlagendurchfluss</translation>
    </message>
    <message>
        <source>Valve</source>
        <translation>Ventil</translation>
    </message>
    <message>
        <source>Pump speed</source>
        <translation>Pumpendrehzahl</translation>
    </message>
    <message>
        <source>Pressure</source>
        <translation>Druck</translation>
    </message>
    <message>
        <source>Supply</source>
        <translation>Vorlauf</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Rücklauf</translation>
    </message>
    <message>
        <source>Chiller power</source>
        <translation>Leistung der Kältemaschinen</translation>
    </message>
    <message>
        <source>Tower and cooler fans</source>
        <translation>Lüfter von Türmen und Kühlern</translation>
    </message>
    <message>
        <source>Flow</source>
        <translation>Durchfluss</translation>
    </message>
    <message>
        <source>Fan speed</source>
        <translation>Lüfterdrehzahl</translation>
    </message>
    <message>
        <source>Chillers running</source>
        <translation>Laufende Kältemaschinen</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Ride-through</source>
        <translation>Überbrückungszeit</translation>
    </message>
    <message>
        <source>Gives</source>
        <translation>Gibt ab</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Inlet air</source>
        <translation>Einlassluft</translation>
    </message>
    <message>
        <source>Coolant flow</source>
        <translation>Kühlmitteldurchfluss</translation>
    </message>
    <message>
        <source>Chip temperature</source>
        <translation>Chiptemperatur</translation>
    </message>
    <message>
        <source>Mean chip temperature</source>
        <translation>Mittlere Chiptemperatur</translation>
    </message>
    <message>
        <source>Busiest accelerator</source>
        <translation>Meistbelegter Beschleuniger</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Takt</translation>
    </message>
    <message>
        <source>Power by clock</source>
        <translation>Leistung nach Takt</translation>
    </message>
    <message>
        <source>In service</source>
        <translation>In Betrieb</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Expert tensor parallel</source>
        <translation>Expertentensorparallel</translation>
    </message>
    <message>
        <source>Sharding</source>
        <translation>Aufteilung (ZeRO)</translation>
    </message>
    <message>
        <source>Shard group</source>
        <translation>Aufteilungsgruppe</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>Mikrobatch</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>Neuberechnung</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>Auslagerung</translation>
    </message>
    <message>
        <source>Adapter rank</source>
        <translation>Adapterrang</translation>
    </message>
    <message>
        <source>Frozen weights</source>
        <translation>Eingefrorene Gewichte</translation>
    </message>
    <message>
        <source>Sequence parallel</source>
        <translation>Sequenzparallel</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>Globaler Batch</translation>
    </message>
    <message>
        <source>Tokens to train</source>
        <translation>Zu trainierende Token</translation>
    </message>
    <message>
        <source>Submitted at</source>
        <translation>Eingereicht um</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>Gradient compression</source>
        <translation>Gradientenkompression</translation>
    </message>
    <message>
        <source>Local steps</source>
        <translation>Lokale Schritte</translation>
    </message>
    <message>
        <source>Deadline, hours</source>
        <translation>Frist in Stunden</translation>
    </message>
    <message>
        <source>May be preempted</source>
        <translation>Darf verdrängt werden</translation>
    </message>
    <message>
        <source>Run time estimate</source>
        <translation>Laufzeitschätzung</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>Frist</translation>
    </message>
    <message>
        <source>Shrinks to</source>
        <translation>Schrumpft auf</translation>
    </message>
    <message>
        <source>Grows to</source>
        <translation>Wächst auf</translation>
    </message>
    <message>
        <source>Checkpoint interval by</source>
        <translation>Checkpoint-Abstand nach</translation>
    </message>
    <message>
        <source>May leave</source>
        <translation>Darf verlassen</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget (USD)</translation>
    </message>
    <message>
        <source>Diurnal swing</source>
        <translation>Tagesgang</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>Größen</translation>
    </message>
    <message>
        <source>Median run time</source>
        <translation>Median der Laufzeit</translation>
    </message>
    <message>
        <source>Mean run time</source>
        <translation>Mittlere Laufzeit</translation>
    </message>
    <message>
        <source>Longest run time</source>
        <translation>Längste Laufzeit</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Submit column</source>
        <translation>Spalte Einreichung</translation>
    </message>
    <message>
        <source>Start column</source>
        <translation>Spalte Beginn</translation>
    </message>
    <message>
        <source>End column</source>
        <translation>Spalte Ende</translation>
    </message>
    <message>
        <source>Duration column</source>
        <translation>Spalte Dauer</translation>
    </message>
    <message>
        <source>Size column</source>
        <translation>Spalte Größe</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Dateiformat</translation>
    </message>
    <message>
        <source>Tenant column</source>
        <translation>Spalte Mandant</translation>
    </message>
    <message>
        <source>Priority column</source>
        <translation>Spalte Priorität</translation>
    </message>
    <message>
        <source>Name column</source>
        <translation>Spalte Name</translation>
    </message>
    <message>
        <source>Deadline column</source>
        <translation>Spalte Frist</translation>
    </message>
    <message>
        <source>Requested time column</source>
        <translation>Spalte angeforderte Zeit</translation>
    </message>
    <message>
        <source>Accelerator column</source>
        <translation>Spalte Beschleuniger</translation>
    </message>
    <message>
        <source>Time unit</source>
        <translation>Zeiteinheit</translation>
    </message>
    <message>
        <source>Run time unit</source>
        <translation>Einheit der Laufzeit</translation>
    </message>
    <message>
        <source>Time scale</source>
        <translation>Zeitfaktor</translation>
    </message>
    <message>
        <source>Size scale</source>
        <translation>Größenfaktor</translation>
    </message>
    <message>
        <source>Processors for each accelerator</source>
        <translation>Prozessoren je Beschleuniger</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>Run time</source>
        <translation>Laufzeit</translation>
    </message>
    <message>
        <source>Again each</source>
        <translation>Erneut alle</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>Größe (Messgröße)</translation>
    </message>
    <message>
        <source>Time column</source>
        <translation>Spalte Zeit</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Wet bulb column</source>
        <translation>Spalte Feuchtkugel</translation>
    </message>
    <message>
        <source>Wet bulb depression</source>
        <translation>Feuchtkugelabstand</translation>
    </message>
</context>
<context>
    <name>AttributeGroup</name>
    <message>
        <source>Name and connections</source>
        <translation>Name und Verbindungen</translation>
    </message>
    <message>
        <source>Place, size and mass</source>
        <translation>Ort, Größe und Masse</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Strom</translation>
    </message>
    <message>
        <source>Temperature and flow</source>
        <translation>Temperatur und Durchfluss</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Time and reliability</source>
        <translation>Zeit und Zuverlässigkeit</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Count, share and manner</source>
        <translation>Anzahl, Anteil und Art</translation>
    </message>
</context>
<context>
    <name>headroom::ui::Inspector</name>
    <message>
        <source>Attribute</source>
        <translation>Attribut</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Reset to Default</source>
        <translation>Auf Vorgabe zurücksetzen</translation>
    </message>
    <message>
        <source>Choose a row to read what it means and where its value comes from.</source>
        <translation>Eine Zeile wählen, um Bedeutung und Herkunft des Werts zu lesen.</translation>
    </message>
    <message>
        <source>Nothing is open</source>
        <translation>Nichts geöffnet</translation>
    </message>
    <message>
        <source>Open a project; then click a rack, a machine or a row of the tree.</source>
        <translation>Ein Projekt öffnen, dann ein Rack, eine Maschine oder eine Zeile des Baums anklicken.</translation>
    </message>
    <message>
        <source>%1 things selected</source>
        <translation>%1 ausgewählt</translation>
    </message>
    <message>
        <source>Not simulated yet</source>
        <translation>Noch nicht simuliert</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>berechnet</translation>
    </message>
    <message>
        <source>project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Stated in the project file</source>
        <translation>In der Projektdatei angegeben</translation>
    </message>
    <message>
        <source>Power and losses</source>
        <translation>Leistung und Verluste</translation>
    </message>
    <message>
        <source>Cooling, water and weather</source>
        <translation>Kühlung, Wasser und Wetter</translation>
    </message>
    <message>
        <source>Jobs and accelerators</source>
        <translation>Jobs und Beschleuniger</translation>
    </message>
    <message>
        <source>Services</source>
        <translation>Dienste</translation>
    </message>
    <message>
        <source>Network and storage</source>
        <translation>Netzwerk und Speicher</translation>
    </message>
    <message>
        <source>Energy, cost and time since the start</source>
        <translation>Energie, Kosten und Zeit seit Beginn</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Now, all of its racks</source>
        <translation>Jetzt, alle Racks</translation>
    </message>
    <message>
        <source>Now, unit %1</source>
        <translation>Jetzt, Einheit %1</translation>
    </message>
    <message>
        <source>Now and since the start</source>
        <translation>Jetzt und seit Beginn</translation>
    </message>
    <message>
        <source>%1 to %2, mean %3</source>
        <translation>%1 bis %2, Mittel %3</translation>
    </message>
    <message>
        <source>Rack %1</source>
        <translation>Rack %1</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Reihe</translation>
    </message>
    <message>
        <source>Position in row</source>
        <translation>Platz in der Reihe</translation>
    </message>
    <message>
        <source>Faces</source>
        <translation>Zeigt nach</translation>
    </message>
    <message>
        <source>north</source>
        <translation>Norden</translation>
    </message>
    <message>
        <source>south</source>
        <translation>Süden</translation>
    </message>
    <message>
        <source>South-west corner</source>
        <translation>Südwestecke</translation>
    </message>
    <message>
        <source>Width × depth × height</source>
        <translation>Breite × Tiefe × Höhe</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Job %1 · %2</source>
        <translation>Job %1 · %2</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Accelerators</source>
        <translation>Beschleuniger</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>Restarts</source>
        <translation>Neustarts</translation>
    </message>
    <message>
        <source>Submitted</source>
        <translation>Eingereicht</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ObjectFields</name>
    <message>
        <source>%1 · %2 objects</source>
        <translation>%1 · %2 Objekte</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>gemischt</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>partly</source>
        <translation>teilweise</translation>
    </message>
    <message>
        <source>must be stated</source>
        <translation>muss angegeben werden</translation>
    </message>
    <message>
        <source>nothing by default</source>
        <translation>keine Vorgabe</translation>
    </message>
    <message>
        <source>default %1</source>
        <translation>Vorgabe %1</translation>
    </message>
    <message>
        <source>Set %1 of %2</source>
        <translation>%1 von %2 setzen</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ObjectModel</name>
    <message>
        <source>1 rack</source>
        <translation>1 Rack</translation>
    </message>
    <message>
        <source>%1 racks</source>
        <translation>%1 Racks</translation>
    </message>
    <message>
        <source>Row %1</source>
        <translation>Reihe %1</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>Enthält</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ObjectTree</name>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search the project</source>
        <translation>Projekt durchsuchen</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
</context>
<context>
    <name>PowerValues</name>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>Apparent power</source>
        <translation>Scheinleistung</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>Verluste</translation>
    </message>
    <message>
        <source>Voltage</source>
        <translation>Spannung</translation>
    </message>
    <message>
        <source>Battery gives</source>
        <translation>Batterie gibt ab</translation>
    </message>
    <message>
        <source>Modules out</source>
        <translation>Module außer Betrieb</translation>
    </message>
</context>
<context>
    <name>EventModel</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>Gegenstand</translation>
    </message>
    <message>
        <source>Description of the event</source>
        <translation>Beschreibung des Ereignisses</translation>
    </message>
</context>
<context>
    <name>headroom::ui::EventTable</name>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Which events</source>
        <translation>Welche Ereignisse</translation>
    </message>
    <message>
        <source>All events</source>
        <translation>Alle Ereignisse</translation>
    </message>
    <message>
        <source>Limits and worse</source>
        <translation>Grenzen und Schlimmeres</translation>
    </message>
    <message>
        <source>Failures, trips, lost jobs</source>
        <translation>Ausfälle, Auslösungen, verlorene Jobs</translation>
    </message>
    <message>
        <source>Nothing Followed</source>
        <translation>Nichts folgte</translation>
    </message>
    <message>
        <source>What Followed? (1 Event)</source>
        <translation>Was folgte? (1 Ereignis)</translation>
    </message>
    <message>
        <source>What Followed? (%1 Events)</source>
        <translation>Was folgte? (%1 Ereignisse)</translation>
    </message>
    <message>
        <source>Go To</source>
        <translation>Gehe zu</translation>
    </message>
</context>
<context>
    <name>EventKinds</name>
    <message>
        <source>Job submitted</source>
        <translation>Job eingereicht</translation>
    </message>
    <message>
        <source>Job started</source>
        <translation>Job gestartet</translation>
    </message>
    <message>
        <source>Job completed</source>
        <translation>Job beendet</translation>
    </message>
    <message>
        <source>Job interrupted</source>
        <translation>Job unterbrochen</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>Failure</source>
        <translation>Ausfall</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>Reparatur</translation>
    </message>
    <message>
        <source>Throttle</source>
        <translation>Drosselung</translation>
    </message>
    <message>
        <source>Trip</source>
        <translation>Auslösung</translation>
    </message>
    <message>
        <source>Recovery</source>
        <translation>Erholung</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Job slowed</source>
        <translation>Job verlangsamt</translation>
    </message>
    <message>
        <source>Detected</source>
        <translation>Erkannt</translation>
    </message>
    <message>
        <source>Maintenance</source>
        <translation>Wartung</translation>
    </message>
    <message>
        <source>Indicator</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>Job preempted</source>
        <translation>Job verdrängt</translation>
    </message>
</context>
<context>
    <name>ProblemModel</name>
    <message>
        <source>Before the change</source>
        <translation>Vor der Änderung</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>Akzeptiert</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Accepted: %1</source>
        <translation>Akzeptiert: %1</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>Erlaubt</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ProblemPanel</name>
    <message>
        <source>Show Place</source>
        <translation>Ort zeigen</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>Beheben</translation>
    </message>
    <message>
        <source>Accept…</source>
        <translation>Akzeptieren…</translation>
    </message>
    <message>
        <source>Withdraw</source>
        <translation>Zurückziehen</translation>
    </message>
    <message>
        <source>1 error</source>
        <translation>1 Fehler</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>%1 Fehler</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 Warnung</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%1 Warnungen</translation>
    </message>
    <message>
        <source>%1 of %2 rules checked</source>
        <translation>%1 von %2 Regeln geprüft</translation>
    </message>
    <message>
        <source>%1 wait for F7</source>
        <translation>%1 warten auf F7</translation>
    </message>
    <message>
        <source>The design is being checked…</source>
        <translation>Der Entwurf wird geprüft…</translation>
    </message>
    <message>
        <source>No findings. All %1 rules were checked.</source>
        <translation>Keine Befunde. Alle %1 Regeln wurden geprüft.</translation>
    </message>
    <message>
        <source>No findings by the quick rules. F7 checks all of them.</source>
        <translation>Keine Befunde der schnellen Regeln. F7 prüft alle.</translation>
    </message>
    <message>
        <source>Accept Finding</source>
        <translation>Befund akzeptieren</translation>
    </message>
</context>
<context>
    <name>AlarmModel</name>
    <message>
        <source>%1 alarms</source>
        <translation>%1 Alarme</translation>
    </message>
    <message>
        <source>Alarm</source>
        <translation>Alarm</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>First cause</source>
        <translation>Erste Ursache</translation>
    </message>
    <message>
        <source>Lasted</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Acknowledged</source>
        <translation>Bestätigt</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>Aktiv</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
</context>
</TS>
